"""Maps and counters as SVG, for the browser, the documentation and exports. Knows boards and counters, no rules."""
