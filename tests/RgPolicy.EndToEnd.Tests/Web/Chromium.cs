using System.Diagnostics;
using System.Net.WebSockets;
using System.Text.Json;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Web;

/// <summary>A real browser without a window, driven by its own protocol (Chrome DevTools Protocol).</summary>
internal sealed class Chromium : IAsyncDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private readonly ChildProgram _program;
    private readonly string _profile;
    private readonly ClientWebSocket _socket = new();
    private int _calls;

    private Chromium(ChildProgram program, string profile) => (_program, _profile) = (program, profile);

    /// <summary>What the page has asked for since the last <see cref="GoAsync"/>.</summary>
    public List<Uri> Requests { get; } = [];

    /// <summary>What the browser has complained about since then.</summary>
    public List<string> Complaints { get; } = [];

    /// <summary>Starts it with one empty page.</summary>
    public static async Task<Chromium> StartAsync(string program)
    {
        var profile = Directory.CreateTempSubdirectory("rgp-chromium-").FullName;
        var browser = new Chromium(
            ChildProgram.Start(
                program,
                [
                    "--headless=new",
                    "--no-sandbox",
                    "--disable-gpu",
                    "--disable-dev-shm-usage",
                    "--hide-scrollbars",
                    "--no-first-run",
                    "--remote-debugging-port=0",
                    "--user-data-dir=" + profile,
                    "about:blank",
                ]
            ),
            profile
        );
        await browser.ConnectAsync();
        foreach (var domain in new[] { "Page", "Network", "Log", "Runtime" })
            await browser.CallAsync(domain + ".enable");
        return browser;
    }

    /// <summary>Shows a page and waits until it is loaded.</summary>
    public async Task GoAsync(Uri address)
    {
        Requests.Clear();
        Complaints.Clear();
        await CallAsync("Page.navigate", new { url = address.ToString() });
        while (
            await EvaluateAsync("document.readyState + ' ' + location.href") is var state
            && state.GetString() != "complete " + address
        )
            await Task.Delay(50);
    }

    /// <summary>What an expression gives in the page.</summary>
    public async Task<JsonElement> EvaluateAsync(string expression)
    {
        var answer = await CallAsync(
            "Runtime.evaluate",
            new
            {
                expression,
                returnByValue = true,
                awaitPromise = true,
            }
        );
        return answer.TryGetProperty("exceptionDetails", out var failure)
            ? throw new InvalidOperationException(failure.ToString())
            : answer.GetProperty("result").GetProperty("value");
    }

    /// <summary>Shows pages as a device of this size does, in light or dark.</summary>
    public async Task LookLikeAsync(int width, int height, bool isPhone, bool isDark)
    {
        await CallAsync(
            "Emulation.setDeviceMetricsOverride",
            new
            {
                width,
                height,
                deviceScaleFactor = isPhone ? 2 : 1,
                mobile = isPhone,
            }
        );
        await CallAsync(
            "Emulation.setEmulatedMedia",
            new
            {
                media = "",
                features = new[] { new { name = "prefers-color-scheme", value = isDark ? "dark" : "light" } },
            }
        );
    }

    /// <summary>Whether pages may run scripts, from the next one on.</summary>
    public Task RunScriptsAsync(bool isAllowed) =>
        CallAsync("Emulation.setScriptExecutionDisabled", new { value = !isAllowed });

    /// <summary>Shows pages as they are printed, until they are to look otherwise.</summary>
    public Task PrintAsync(bool isDark) =>
        CallAsync(
            "Emulation.setEmulatedMedia",
            new
            {
                media = "print",
                features = new[] { new { name = "prefers-color-scheme", value = isDark ? "dark" : "light" } },
            }
        );

    /// <summary>Presses a key and lets it go.</summary>
    public async Task PressAsync(string key)
    {
        var text =
            key == "Enter" ? "\r"
            : key.Length == 1 ? key
            : "";
        await CallAsync(
            "Input.dispatchKeyEvent",
            new
            {
                type = text.Length > 0 ? "keyDown" : "rawKeyDown",
                key,
                text,
                windowsVirtualKeyCode = key == "Enter" ? 13 : 0,
            }
        );
        await CallAsync("Input.dispatchKeyEvent", new { type = "keyUp", key });
    }

    /// <summary>Clicks on the first element that fits a selector, once it is there.</summary>
    public async Task ClickAsync(string selector)
    {
        var element = $"document.querySelector({JsonSerializer.Serialize(selector)})";
        await UntilAsync(element);
        await EvaluateAsync($"({element}.click(), true)");
    }

    /// <summary>Waits until an expression is true in the page.</summary>
    public async Task UntilAsync(string expression)
    {
        var clock = Stopwatch.StartNew();
        while (!(await EvaluateAsync("Boolean(" + expression + ")")).GetBoolean())
        {
            Assert.True(clock.Elapsed < Patience, "it did not become true: " + expression);
            await Task.Delay(50);
        }
    }

    /// <summary>A picture of what is seen.</summary>
    public async Task<byte[]> PictureAsync() =>
        (await CallAsync("Page.captureScreenshot", new { format = "png" })).GetProperty("data").GetBytesFromBase64();

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        _socket.Dispose();
        await _program.DisposeAsync();
        // Its helpers may still write for a moment.
        for (var attempt = 0; Directory.Exists(_profile) && attempt < 50; attempt++)
        {
            try
            {
                Directory.Delete(_profile, recursive: true);
            }
            catch (IOException)
            {
                await Task.Delay(100);
            }
        }
    }

    private async Task ConnectAsync()
    {
        var file = Path.Combine(_profile, "DevToolsActivePort");
        var clock = Stopwatch.StartNew();
        while (!File.Exists(file) || (await File.ReadAllLinesAsync(file)).Length < 2)
        {
            Assert.True(
                !_program.HasEnded && clock.Elapsed < Patience,
                "the browser did not start: " + _program.Errors
            );
            await Task.Delay(50);
        }

        using var limit = new CancellationTokenSource(Patience);
        using var client = new HttpClient { Timeout = Patience };
        var list = await client.GetStringAsync(
            new Uri($"http://127.0.0.1:{(await File.ReadAllLinesAsync(file))[0]}/json/list")
        );
        using var pages = JsonDocument.Parse(list);
        var page = pages.RootElement.EnumerateArray().First(each => each.GetProperty("type").GetString() == "page");
        await _socket.ConnectAsync(new Uri(page.GetProperty("webSocketDebuggerUrl").GetString()!), limit.Token);
    }

    private async Task<JsonElement> CallAsync(string method, object? parameters = null)
    {
        var id = ++_calls;
        using var limit = new CancellationTokenSource(Patience);
        var call = JsonSerializer.SerializeToUtf8Bytes(
            new
            {
                id,
                method,
                @params = parameters ?? new { },
            }
        );
        await _socket.SendAsync(call, WebSocketMessageType.Text, endOfMessage: true, limit.Token);
        while (true)
        {
            var message = await ReceiveAsync(limit.Token);
            if (!message.TryGetProperty("id", out var answered))
                Note(message);
            else if (answered.GetInt32() == id)
                return message.TryGetProperty("result", out var result)
                    ? result
                    : throw new InvalidOperationException($"{method}: {message}");
        }
    }

    private async Task<JsonElement> ReceiveAsync(CancellationToken cancellationToken)
    {
        using var message = new MemoryStream();
        var buffer = new byte[64 * 1024];
        while (true)
        {
            var part = await _socket.ReceiveAsync(buffer, cancellationToken);
            message.Write(buffer, 0, part.Count);
            if (!part.EndOfMessage)
                continue;
            using var document = JsonDocument.Parse(message.ToArray());
            return document.RootElement.Clone();
        }
    }

    private void Note(JsonElement message)
    {
        var parameters = message.GetProperty("params");
        switch (message.GetProperty("method").GetString())
        {
            case "Network.requestWillBeSent":
                Requests.Add(new Uri(parameters.GetProperty("request").GetProperty("url").GetString()!));
                break;
            case "Log.entryAdded" or "Runtime.exceptionThrown" or "Runtime.consoleAPICalled":
                Complaints.Add(parameters.ToString());
                break;
        }
    }
}
