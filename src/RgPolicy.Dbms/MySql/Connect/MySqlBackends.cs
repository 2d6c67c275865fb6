namespace RgPolicy.Dbms.MySql.Connect;

/// <summary>RgPolicy's own connections to a MySQL or MariaDB.</summary>
internal static class MySqlBackends
{
    /// <param name="isLocal">The server may be on this host: its threads are looked for here.</param>
    public static OwnBackends Own(bool isLocal) =>
        new(thread =>
            isLocal && thread > 0 && ServerThreads.ProcessOf(thread) is not null
                ? BackendCpu.Open(thread, "", isUsedAgain: true)
                : null
        );
}

/// <summary>The threads of a MySQL or MariaDB on this host.</summary>
internal static class ServerThreads
{
    private static readonly string[] Programs = ["mariadbd", "mysqld"];

    /// <summary>The process that a thread belongs to, where that is a server; else null.</summary>
    public static int? ProcessOf(int threadId)
    {
        const string Group = "Tgid:";
        try
        {
            var line = File.ReadLines(Path(threadId, "status"))
                .FirstOrDefault(each => each.StartsWith(Group, StringComparison.Ordinal));
            return
                int.TryParse(
                    line.AsSpan(line is null ? 0 : Group.Length).Trim(),
                    NumberStyles.None,
                    CultureInfo.InvariantCulture,
                    out var process
                ) && IsServer(process)
                ? process
                : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static bool IsServer(int processId)
    {
        var name = File.ReadAllText(Path(processId, "comm"));
        return Programs.Any(program => name.StartsWith(program, StringComparison.Ordinal));
    }

    private static string Path(int id, string file) => FormattableString.Invariant($"/proc/{id}/{file}");
}
