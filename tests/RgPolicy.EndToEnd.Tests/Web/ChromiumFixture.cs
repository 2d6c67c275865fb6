using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Web;

/// <summary>A browser, and the status page of a recording that is being played.</summary>
public sealed class ChromiumFixture : IAsyncLifetime
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    internal const string Token = "0123456789abcdef0123456789abcdef";

    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-page-").FullName;
    private ChildProgram? _service;
    private Chromium? _browser;

    internal Chromium Browser => _browser!;

    internal Uri Page { get; private set; } = new("about:blank");

    public async Task InitializeAsync()
    {
        if (ProgramFactAttribute.Find("chromium") is not { } program)
            return;
        var token = Path.Combine(_directory, "token");
        await File.WriteAllTextAsync(token, Token + "\n");
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(token, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        _service = ChildProgram.Start(
            ProductFiles.Rgp,
            [
                "run",
                "policies/htap.rgp",
                "--recording",
                "samples/htap.rgrec",
                "--speed",
                "0.2",
                "--level",
                "advise",
                "--listen",
                "0",
                "--status-socket",
                Path.Combine(_directory, "s"),
                "--pause-file",
                Path.Combine(_directory, "p"),
                "--token-file",
                token,
            ]
        );
        Assert.True(await _service.WaitForOutputAsync("are at http", Patience), _service.Errors);
        Page = new Uri(
            _service
                .Errors.Split('\n')
                .First(line => line.Contains("are at http", StringComparison.Ordinal))
                .Split(' ')[^1]
        );
        await UntilQueriesRunAsync();
        _browser = await Chromium.StartAsync(program);
    }

    public async Task DisposeAsync()
    {
        if (_browser is not null)
            await _browser.DisposeAsync();
        if (_service is not null)
            await _service.DisposeAsync();
        Directory.Delete(_directory, recursive: true);
    }

    // The recording begins with a quiet moment.
    private async Task UntilQueriesRunAsync()
    {
        using var client = new HttpClient { Timeout = Patience };
        while (
            !(await client.GetStringAsync(new Uri(Page, "/"))).Contains(
                "<svg class=\"columns\"",
                StringComparison.Ordinal
            )
            || (await client.GetStringAsync(new Uri(Page, "/api/v1/status"))).Contains(
                "\"queries\":[]",
                StringComparison.Ordinal
            )
        )
            await Task.Delay(200);
    }
}
