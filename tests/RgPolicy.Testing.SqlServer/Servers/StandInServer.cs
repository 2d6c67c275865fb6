using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using RgPolicy.Dbms.SqlServer.Connect;

namespace RgPolicy.Testing.SqlServer.Servers;

/// <summary>One stand-in, a program of its own, on a free port, ended with the test.</summary>
internal sealed class StandInServer : TestServer
{
    private readonly Process _process;
    private readonly int _port;
    private readonly string _log;
    private readonly bool _isEncrypted;

    private StandInServer(Process process, int port, string log, bool isEncrypted) =>
        (_process, _port, _log, _isEncrypted) = (process, port, log, isEncrypted);

    /// <inheritdoc/>
    public override SqlServerConnectionOptions Administrator =>
        new SqlServerConnectionOptions
        {
            Host = "127.0.0.1",
            Port = _port,
            User = "sa",
            Encrypts = _isEncrypted,
            TrustsServerCertificate = _isEncrypted,
        }.WithPassword(ScriptedServer.Password);

    /// <inheritdoc/>
    public override IReadOnlyList<string> NotUnderstood =>
        [.. File.ReadAllLines(_log).Where(line => line.Contains("NOT UNDERSTOOD", StringComparison.Ordinal))];

    /// <summary>Starts one.</summary>
    public static async Task<StandInServer> BeginAsync(int release, string edition, ServerSetup setup)
    {
        for (var attempt = 1; ; attempt++)
        {
            var (port, log) = (FreePort(), Path.GetTempFileName());
            var start = new ProcessStartInfo(Path.Combine(StandInPlace.Folder ?? "", "run.sh"))
            {
                RedirectStandardOutput = true,
                RedirectStandardInput = true,
                UseShellExecute = false,
            };
            // A test is over before instrumented code is worth what it costs.
            start.Environment["DOTNET_TieredPGO"] = "0";
            foreach (var argument in Arguments(release, edition, setup, port, log))
                start.ArgumentList.Add(argument);
            var process = Process.Start(start) ?? throw new InvalidOperationException("the stand-in does not start");
            if (
                await process.StandardOutput.ReadLineAsync() is { } line
                && line.StartsWith("listening", StringComparison.Ordinal)
            )
                return new StandInServer(process, port, log, setup.IsEncrypted);

            process.Dispose();
            if (attempt == 3)
                throw new InvalidOperationException("the stand-in does not listen");
        }
    }

    /// <inheritdoc/>
    protected override ValueTask EndAsync()
    {
        _process.Kill(entireProcessTree: true);
        _process.Dispose();
        File.Delete(_log);
        return ValueTask.CompletedTask;
    }

    private static IEnumerable<string> Arguments(int release, string edition, ServerSetup setup, int port, string log)
    {
        string[] logins = setup.Logins.IsEmpty ? [] : [$"sa:{ScriptedServer.Password}:sysadmin", .. setup.Logins];
        return
        [
            "--version",
            $"{release}",
            "--edition",
            edition,
            "--port",
            $"{port}",
            "--control-port",
            $"{FreePort()}",
            "--log",
            log,
            .. setup.IsEncrypted ? ["--encrypt", "required"] : Array.Empty<string>(),
            .. logins.SelectMany(login => new[] { "--login", login }),
            .. setup.ScenarioFile is { } file ? ["--scenario", file] : Array.Empty<string>(),
        ];
    }

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
