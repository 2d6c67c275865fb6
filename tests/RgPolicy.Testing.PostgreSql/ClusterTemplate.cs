using System.Collections.Concurrent;

namespace RgPolicy.Testing.PostgreSql;

/// <summary>
/// What <c>initdb</c> makes, once for each kind of server and each run of a program: a copy takes a sixth of the
/// processor time. It is deleted when the program ends.
/// </summary>
internal static class ClusterTemplate
{
    private static readonly ConcurrentDictionary<string, Lazy<Task<string>>> Made = new(StringComparer.Ordinal);

    /// <summary>The data directory to copy, which no server ever ran on.</summary>
    /// <param name="binaries">The folder with the server's programs.</param>
    /// <exception cref="InvalidOperationException">It could not be made; the message says why.</exception>
    public static Task<string> GetAsync(string binaries) =>
        Made.GetOrAdd(binaries, key => new Lazy<Task<string>>(() => MakeAsync(key))).Value;

    private static async Task<string> MakeAsync(string binaries)
    {
        var root = Path.Combine(Path.GetTempPath(), "rgpg-" + Path.GetRandomFileName()[..8]);
        await ServerProgram.MakeDirectoryAsync(root, CancellationToken.None);
        ProgramEnd.Delete(root);
        var (data, password) = (Path.Combine(root, "data"), Path.Combine(root, "pw"));
        await File.WriteAllTextAsync(password, PostgresCluster.SuperuserPassword);
        await ServerProgram.RunAsync(
            Path.Combine(binaries, "initdb"),
            [
                "-D",
                data,
                "-U",
                PostgresCluster.Superuser,
                "-E",
                "UTF8",
                "--locale=C",
                "--no-sync",
                "--auth-local=trust",
                "--auth-host=scram-sha-256",
                "--pwfile=" + password,
            ],
            root,
            CancellationToken.None
        );
        return data;
    }
}
