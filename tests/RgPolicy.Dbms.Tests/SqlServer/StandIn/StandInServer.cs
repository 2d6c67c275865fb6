using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.SqlServer.Connect;

namespace RgPolicy.Dbms.Tests.SqlServer.StandIn;

/// <summary>One stand-in, on a free port, ended with the test.</summary>
internal sealed class StandInServer : IAsyncDisposable
{
    private const string Password = "Standin!Passw0rd";
    private readonly Process _process;
    private readonly string _log;

    private StandInServer(Process process, int port, string log) => (_process, Port, _log) = (process, port, log);

    public int Port { get; }

    /// <summary>The administrator's connection.</summary>
    public SqlServerConnectionOptions Administrator => As("sa", Password);

    /// <summary>What the stand-in could not make sense of; empty when all is well.</summary>
    public IReadOnlyList<string> NotUnderstood =>
        [.. File.ReadAllLines(_log).Where(line => line.Contains("NOT UNDERSTOOD", StringComparison.Ordinal))];

    public static async Task<StandInServer> StartAsync(int version, string edition, params string[] more)
    {
        for (var attempt = 1; ; attempt++)
        {
            var (port, log) = (FreePort(), Path.GetTempFileName());
            var start = new ProcessStartInfo(Path.Combine(StandInPlace.Folder ?? "", "run.sh")) {
                RedirectStandardOutput = true, RedirectStandardInput = true, UseShellExecute = false,
            };
            string[] arguments = ["--version", $"{version}", "--edition", edition, "--port", $"{port}", "--control-port", $"{FreePort()}", "--log", log, .. more];
            Array.ForEach(arguments, start.ArgumentList.Add);
            var process = Process.Start(start) ?? throw new InvalidOperationException("the stand-in does not start");
            if (await process.StandardOutput.ReadLineAsync() is { } line && line.StartsWith("listening", StringComparison.Ordinal))
            {
                return new StandInServer(process, port, log);
            }

            process.Dispose();
            Assert.True(attempt < 3, "the stand-in does not listen");
        }
    }

    public SqlServerConnectionOptions As(string login, string password) =>
        new SqlServerConnectionOptions { Host = "127.0.0.1", Port = Port, User = login, Encrypts = false }.WithPassword(password);

    /// <summary>Runs a batch as the administrator, as somebody else would.</summary>
    /// <param name="sql">The batch.</param>
    /// <param name="isLastOfItsSession">The batch may cut its own connection.</param>
    public async Task RunAsync(string sql, bool isLastOfItsSession = false)
    {
        await using var link = new SqlServerLink(Administrator, LinkSettings.Configure with { Application = "somebody" });
        await link.ReopenAsync(CancellationToken.None);
        try
        {
            await link.ExecuteAsync(sql, CancellationToken.None);
        }
        catch (ConfigureException e) when (e.IsLost && isLastOfItsSession)
        {
            // That is what was asked for.
        }
    }

    public ValueTask DisposeAsync()
    {
        _process.Kill(entireProcessTree: true);
        _process.Dispose();
        File.Delete(_log);
        return ValueTask.CompletedTask;
    }

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
