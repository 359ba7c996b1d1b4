// @ts-check
// The guide of a game. The server has written all of it; here are only the head, the reader's language, and the small
// windows of the rules.

import { byId, fill } from "../dom.js";
import { header } from "../lobby/header.js";
import { ask, sheet } from "../net/api.js";
import { createRules } from "../panels/rules.js";
import { applyTheme, language as readersLanguage } from "../store.js";
import { tellTips } from "../tips.js";
import { Words } from "../words.js";

const { lang, dataset } = document.documentElement;

/** The same page in another language, at the same place. @param {string} language */
function speak(language) {
  const address = new URL(location.href);
  address.searchParams.set("lang", language);
  location.replace(address);
}

async function showHead() {
  const { words } = await ask("/api/words", { language: lang });
  fill(byId("head"), header(new Words(lang, words), "learn", 0, speak));
}

/** The rules come with the first number that is followed: until then it leads to the list at the end. */
async function bindRules() {
  const found = await sheet(dataset.game ?? "", lang);
  const words = new Words(lang, found.words, found.units, found.formations);
  tellTips();
  createRules(null, { sheet: found, words, here: true });
}

applyTheme();
if (!new URLSearchParams(location.search).has("lang") && readersLanguage() !== lang) speak(readersLanguage());
else {
  showHead();
  bindRules();
}
