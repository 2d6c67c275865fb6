using RgPolicy.Host.Client;
using RgPolicy.Testing.MariaDb;
using RgPolicy.Testing.PostgreSql;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>The sidecar alone, for tests that are its client; its lease outlasts them.</summary>
internal sealed class SidecarOfTest : IAsyncDisposable
{
    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-odd-").FullName;
    private readonly ChildProgram _program;

    public SidecarOfTest(PostgresCluster cluster, string limits = "{}")
        : this(["--data-directory", cluster.DataDirectory], limits) { }

    public SidecarOfTest(MariaDbServer server)
        : this(["--data-directory", server.DataDirectory, "--pid-file", server.PidFile], "{}") { }

    private SidecarOfTest(string[] server, string limits)
    {
        var file = Path.Combine(_directory, "limits.json");
        File.WriteAllText(file, limits);
        _program = ChildProgram.Start(
            ProductFiles.Sidecar,
            [
                "guard",
                .. server,
                "--socket",
                Socket,
                "--state-dir",
                StateDirectory,
                "--lease-ms",
                "60000",
                "--limits",
                file,
            ]
        );
    }

    /// <summary>The cgroups of its pools that exist now.</summary>
    public IReadOnlyList<string> Groups => [.. SidecarJournal.Groups(StateDirectory).Where(Directory.Exists)];

    private string StateDirectory => Path.Combine(_directory, "state");

    public string Socket => Path.Combine(_directory, "s.sock");

    public async Task<SidecarClient> ConnectAsync()
    {
        await OddServer.UntilAsync(() => Task.FromResult(File.Exists(Socket)));
        return await SidecarClient.ConnectAsync(Socket, TimeSpan.FromSeconds(60), CancellationToken.None);
    }

    public async ValueTask DisposeAsync()
    {
        await _program.DisposeAsync();
        Directory.Delete(_directory, recursive: true);
    }
}
