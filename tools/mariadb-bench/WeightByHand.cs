using MySqlConnector;
using RgPolicy.Host.Facts;
using RgPolicy.Testing.MariaDb;

namespace RgPolicy.MariaDbBench;

/// <summary>What an administrator could do with three lines of a script: the threads of a login are put into a CPU
/// group with the policy's weight, once. What RgPolicy costs beside that is the difference.</summary>
internal sealed class WeightByHand : IDisposable
{
    private readonly string _parent;
    private readonly string _directory;

    private WeightByHand(string parent, string directory) => (_parent, _directory) = (parent, directory);

    /// <summary>Puts the threads of all sessions of a login there; they leave it when this is disposed.</summary>
    /// <exception cref="InvalidOperationException">The host has no cgroup version 1.</exception>
    public static async Task<WeightByHand> OfAsync(MariaDbServer server, string login, int weight)
    {
        if (CgroupHierarchy.Find(FileRoot.Machine, server.ProcessId) is not { Version: 1, Directory: var parent })
            throw new InvalidOperationException("weights by hand are written to cgroup version 1, which is not here");
        var made = new WeightByHand(parent, Path.Join(parent, "by-hand"));
        Directory.CreateDirectory(made._directory);
        await File.WriteAllTextAsync(Path.Join(made._directory, "cpu.shares"), Shares(weight));
        foreach (var thread in await ThreadsAsync(server, login))
            await File.WriteAllTextAsync(
                Path.Join(made._directory, "tasks"),
                thread.ToString(CultureInfo.InvariantCulture)
            );
        return made;
    }

    public void Dispose()
    {
        foreach (var thread in File.ReadAllLines(Path.Join(_directory, "tasks")))
            File.WriteAllText(Path.Join(_parent, "tasks"), thread);
        Directory.Delete(_directory);
    }

    // A pool's 1000 are the 1024 of a thread beside it.
    private static string Shares(int weight) => (weight * 1024 / 1000).ToString(CultureInfo.InvariantCulture);

    private static async Task<List<int>> ThreadsAsync(MariaDbServer server, string login)
    {
        await using var connection = await server.OpenAsync();
        await using var command = new MySqlCommand(
            "SELECT TID FROM information_schema.PROCESSLIST WHERE USER = @login",
            connection
        );
        command.Parameters.AddWithValue("@login", login);
        await using var reader = await command.ExecuteReaderAsync();
        var threads = new List<int>();
        while (await reader.ReadAsync())
            threads.Add(reader.GetInt32(0));
        return threads;
    }
}
