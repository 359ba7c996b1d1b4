"""Plots as SVG, written by hand: axes, bars with whiskers, histograms, lines with bands, results side by side."""
