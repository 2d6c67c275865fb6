// Opens every page of the site in Chromium, on a wide screen and on a phone, light and dark: no link leads nowhere (its anchor
// neither), nothing scrolls sideways, nothing is reported to the console, the largest part is painted within a second, and the search
// finds a word. Prints what is wrong, one line each; ends with 1 when there is any.
import { createServer } from "node:http";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { extname, join, resolve } from "node:path";
import { chromium } from "playwright-core";

const site = resolve(process.argv[2]);
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png", ".json": "application/json", ".woff2": "font/woff2" };
const widths = [{ width: 1280, height: 900 }, { width: 360, height: 740 }];
const problems = [];

const server = createServer((request, response) => {
  const file = fileOf(decodeURIComponent(new URL(request.url, "http://site").pathname));
  response.writeHead(file ? 200 : 404, { "content-type": types[extname(file ?? "")] ?? "text/plain" });
  response.end(file ? readFileSync(file) : "");
});
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
const root = `http://127.0.0.1:${server.address().port}`;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });

const pages = [...html(site)];
const links = new Map();
for (const [index, size] of widths.entries()) {
  const page = await browser.newPage({ viewport: size, colorScheme: index ? "dark" : "light" });
  page.on("console", (message) => message.type() === "error" && problems.push(`${page.url()}: ${message.text()}`));
  page.on("pageerror", (error) => problems.push(`${page.url()}: ${error.message}`));
  for (const path of pages) await look(page, path, size);
}
for (const [target, from] of links) follow(target, from);
await search();
await browser.close();
server.close();
for (const problem of new Set(problems)) console.log(problem.replaceAll(root, ""));
console.log(`${pages.length} pages, ${links.size} links, ${new Set(problems).size} problems; slowest largest paint ${Math.round(look.slowest)} ms`);
process.exitCode = problems.length ? 1 : 0;

async function look(page, path, size) {
  await page.goto(root + path, { waitUntil: "networkidle" });
  const seen = await page.evaluate(() => new Promise((done) => {
    const found = { links: [...document.querySelectorAll("a[href]")].map((a) => a.href), wide: document.documentElement.scrollWidth - innerWidth };
    new PerformanceObserver((list) => done({ ...found, paint: list.getEntries().at(-1).startTime })).observe({ type: "largest-contentful-paint", buffered: true });
    setTimeout(() => done({ ...found, paint: 0 }), 2000);
  }));
  if (seen.wide > 0) problems.push(`${path}: ${seen.wide} pixels too wide at ${size.width}`);
  if (seen.paint > 1000) problems.push(`${path}: its largest part is painted after ${Math.round(seen.paint)} ms`);
  look.slowest = Math.max(look.slowest ?? 0, seen.paint);
  for (const target of seen.links.filter((link) => link.startsWith(root))) links.set(target, path);
}

function follow(target, from) {
  const { pathname, hash } = new URL(target);
  const file = fileOf(decodeURIComponent(pathname));
  if (!file) problems.push(`${from}: ${pathname} is not there`);
  else if (hash.length > 1 && extname(file) === ".html" && !readFileSync(file, "utf8").includes(`id="${decodeURIComponent(hash.slice(1))}"`))
    problems.push(`${from}: ${pathname} has no ${hash}`);
}

async function search() {
  const page = await browser.newPage();
  await page.goto(root + "/", { waitUntil: "networkidle" });
  await page.locator(".VPNavBarSearch button").first().click();
  await page.locator("#localsearch-input").fill("sidecar");
  await page.locator(".result").first().waitFor({ timeout: 5000 }).catch(() => problems.push("/: the search finds no 'sidecar'"));
}

function fileOf(pathname) {
  const file = [join(site, pathname), join(site, pathname, "index.html"), join(site, `${pathname}.html`)].find((path) => existsSync(path) && statSync(path).isFile());
  return file?.startsWith(site) ? file : null;
}

function* html(folder, prefix = "") {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) yield* html(join(folder, entry.name), `${prefix}/${entry.name}`);
    else if (entry.name.endsWith(".html") && entry.name !== "404.html") yield `${prefix}/${entry.name}`;
  }
}
