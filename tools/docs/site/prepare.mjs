// Lays out what VitePress builds from: the pages of docs/, and beside them every file outside of it that a page links to. A link to
// a folder becomes a link to its list of pages, or plain text where the folder has none.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";

const [repository, source] = process.argv.slice(2).map((path) => resolve(path));
const docs = join(repository, "docs");
const files = join(source, "public", "files");

export const title = (file) => (/^# (.+)$/m.exec(readFileSync(file, "utf8"))?.[1] ?? "").replaceAll("`", "");

rmSync(source, { recursive: true, force: true });
cpSync(docs, source, { recursive: true });
cpSync(join(docs, "rgpolicy.schema.json"), join(source, "public", "rgpolicy.schema.json"));
cpSync(join(docs, "images"), join(source, "public", "images"), { recursive: true });
for (const page of markdown(source)) {
  const text = readFileSync(page, "utf8");
  writeFileSync(page, outsideOfCode(text, (part) => part.replace(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g, (...found) => link(page, found))));
}
listDecisions();

function* markdown(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* markdown(path);
    else if (entry.name.endsWith(".md")) yield path;
  }
}

// Angle brackets are HTML to the generator; in Markdown of ours they stand in code only.
function outsideOfCode(text, change) {
  return text.split(/(^```[\s\S]*?^```|^    .*$|`[^`\n]+`)/m).map((part, index) => (index % 2 ? part : change(part))).join("");
}

function link(page, [whole, image, text, target]) {
  if (image || /^(#|[a-z]+:)/.test(target)) return whole;
  const [path, anchor] = target.split("#");
  const wanted = resolve(docs, relative(source, dirname(page)), path);
  if (!existsSync(wanted)) throw new Error(`${relative(source, page)}: ${target} leads nowhere`);
  if (statSync(wanted).isDirectory()) return wanted === join(docs, "internals", "decisions") ? `[${text}](/internals/decisions/)` : text;
  if (wanted.startsWith(docs + "/") && wanted.endsWith(".md")) return whole;
  if (wanted.startsWith(join(docs, "images"))) return `<a href="/images/${basename(wanted)}" target="_blank">${text}</a>`;
  const place = relative(repository, wanted);
  mkdirSync(dirname(join(files, place)), { recursive: true });
  // Browsers show text by this name and would save what they do not know.
  cpSync(wanted, join(files, `${place}.txt`));
  return `<a href="/files/${place}.txt" target="_blank">${text}</a>`;
}

function listDecisions() {
  const folder = join(source, "internals", "decisions");
  const lines = readdirSync(folder).sort().map((name) => `- [${title(join(folder, name))}](${name})`);
  writeFileSync(join(folder, "index.md"), `# Decisions\n\n${lines.join("\n")}\n`);
}
