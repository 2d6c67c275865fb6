// Asks Cedar what RgPolicy was asked: node cedar.mjs FOLDER, with classes.json and questions.json as `-- engines` writes them.
// Every class becomes a permit; the first class is the least of the permits that Cedar names as satisfied.
// A signal that is not known is no attribute: whatever asks about it is not satisfied, as for RgPolicy.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const cedar = createRequire(import.meta.url)("@cedar-policy/cedar-wasm/nodejs");
const folder = process.argv[2];
const classes = JSON.parse(readFileSync(`${folder}/classes.json`, "utf8"));
const questions = JSON.parse(readFileSync(`${folder}/questions.json`, "utf8"));

const attribute = (signal) => `context.${signal.replaceAll(".", "_")}`;
const number = "(\\d+)(?: (?:B|s))?";
const forms = [
  [/^= '(.*)'$/, (name, text) => `${name} == "${text}"`],
  [new RegExp(`^= ${number}$`), (name, value) => `${name} == ${value}`],
  [/^= (\w+)$/, (name, word) => `${name} == "${word}"`],
  [/^in \('(.*)', '(.*)'\)$/, (name, first, second) => `["${first}", "${second}"].contains(${name})`],
  [/^like '(.*)'$/, (name, pattern) => `${name} like "${pattern.replaceAll("%", "*")}"`],
  [new RegExp(`^between ${number} and ${number}$`), (name, low, high) => `${name} >= ${low} && ${name} <= ${high}`],
  [new RegExp(`^> ${number}$`), (name, low) => `${name} > ${low}`],
  [new RegExp(`^< ${number}$`), (name, high) => `${name} < ${high}`],
];

function condition(atom) {
  for (const [form, write] of forms) {
    const match = form.exec(atom.comparison);
    if (match) return `(${write(attribute(atom.signal), ...match.slice(1))})`;
  }
  throw new Error(`no translation of: ${atom.signal} ${atom.comparison}`);
}

const staticPolicies = Object.fromEntries(classes.map((atoms, index) =>
  [`c${index}`, `permit(principal, action, resource) when { ${atoms.map(condition).join(" && ")} };`]));
const parsed = cedar.preparsePolicySet("classes", { staticPolicies, templates: {}, templateLinks: [] });
if (parsed.type !== "success") throw new Error(JSON.stringify(parsed).slice(0, 500));

const entity = { type: "Q", id: "q" };
function ask(question) {
  const answer = cedar.statefulIsAuthorized({
    principal: entity, action: { type: "Action", id: "run" }, resource: entity,
    context: question.context, preparsedPolicySetId: "classes", entities: [], validateRequest: false,
  });
  if (answer.type !== "success") throw new Error(JSON.stringify(answer).slice(0, 500));
  return answer.response.diagnostics.reason.reduce((least, id) => Math.min(least, Number(id.slice(1))), classes.length);
}

const wrong = questions.filter((question) => ask(question) !== question.expected).length;
const times = [];
const end = performance.now() + 3000;
for (let index = 0; performance.now() < end; index = (index + 1) % questions.length) {
  const start = performance.now();
  ask(questions[index]);
  times.push(performance.now() - start);
}
times.sort((left, right) => left - right);
console.log(JSON.stringify({
  engine: `Cedar ${cedar.getCedarVersion()} (WebAssembly)`, questions: questions.length, wrong,
  median_ns: Math.round(times[times.length >> 1] * 1e6),
}));
