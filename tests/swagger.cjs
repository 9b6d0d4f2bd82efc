// Opens Swagger UI in Chromium and tries out `moves`: it must answer 200, offline, without errors.
//
//     node swagger.cjs ADDRESS PICTURE
const puppeteer = require("puppeteer-core");
const [address, picture] = process.argv.slice(2);

(async () => {
  const browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const page = await browser.newPage();
  await page.setViewport({ width: 1200, height: 1600 });
  const trouble = [];
  page.on("console", (message) => message.type() === "error" && trouble.push(message.text()));
  page.on("pageerror", (error) => trouble.push(String(error)));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(address) && !url.startsWith("data:")) trouble.push(`asks for ${url}`);
  });
  await page.goto(`${address}/docs/`, { waitUntil: "networkidle0" });
  const operation = "#operations-tower-up-towerUpMoves";
  await page.waitForSelector(operation);
  await page.click(`${operation} .opblock-summary-control`);
  await page.waitForSelector(`${operation} .execute`);
  await page.click(`${operation} .execute`);
  await page.waitForSelector(`${operation} .live-responses-table .response-col_status`);
  const status = await page.$eval(
    `${operation} .live-responses-table .response .response-col_status`,
    (cell) => cell.textContent.trim(),
  );
  await page.screenshot({ path: picture });
  await browser.close();
  if (!status.startsWith("200")) throw new Error(`moves answered ${status}`);
  if (trouble.length > 0) throw new Error(trouble.join("\n"));
  console.log(`Swagger UI: moves answered ${status}`);
})().catch((error) => {
  console.error(error);
  process.exit(1);
});
