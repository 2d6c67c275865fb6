namespace RgPolicy.Testing.Stack;

/// <summary>What /proc tells of a process, read by the tests themselves.</summary>
internal static class ProcessFacts
{
    private const double TicksPerSecond = 100;

    /// <summary>Processor time in seconds, user and system, or null when the process is gone.</summary>
    public static double? CpuSeconds(int processId) => CpuSeconds(Stat(processId));

    /// <summary>The same of one thread alone.</summary>
    public static double? ThreadCpuSeconds(int processId, int threadId) =>
        CpuSeconds(Fields(Text(processId, string.Create(CultureInfo.InvariantCulture, $"task/{threadId}/stat"))));

    /// <summary>Resident memory in bytes, or null when the process is gone.</summary>
    public static long? ResidentBytes(int processId) => Status(processId, "VmRSS:") * 1024;

    /// <summary>How many threads it has, or null when the process is gone.</summary>
    public static int? Threads(int processId) => (int?)Status(processId, "Threads:");

    /// <summary>How many descriptors it has open, or null when the process is gone or another user's.</summary>
    public static int? Descriptors(int processId)
    {
        try
        {
            return Directory
                .GetFileSystemEntries(string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/fd"))
                .Length;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>The CPUs that it may use, as the kernel prints them, or null.</summary>
    public static string? AllowedCpus(int processId) =>
        Text(processId, "status")
            ?.Split('\n')
            .FirstOrDefault(l => l.StartsWith("Cpus_allowed_list:", StringComparison.Ordinal))
            ?.Split('\t')[1]
            .Trim();

    /// <summary>The cgroup that decides its CPU weight (the v1 cpu hierarchy, else v2), or null.</summary>
    public static string? CpuGroup(int processId)
    {
        var lines = Text(processId, "cgroup")?.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        if (lines is null)
            return null;
        var parsed = lines.Select(l => l.Split(':', 3)).Where(p => p.Length == 3).ToList();
        var version1 = parsed.Find(p => p[1].Split(',').Contains("cpu", StringComparer.Ordinal));
        return (version1 ?? parsed.Find(p => p[0] == "0"))?[2];
    }

    /// <summary>Its parent, or null when it is gone.</summary>
    public static int? Parent(int processId)
    {
        var fields = Stat(processId);
        return fields is null ? null : (int)Number(fields[1]);
    }

    /// <summary>Whether it exists and is not a zombie.</summary>
    public static bool IsAlive(int processId) => Stat(processId) is { } fields && fields[0] is not ("Z" or "X");

    /// <summary>The running processes whose parent it is.</summary>
    public static IReadOnlyList<int> Children(int processId) => All().Where(p => Parent(p) == processId).ToList();

    /// <summary>A process's threads beside the main one.</summary>
    public static IReadOnlyList<int> OtherThreads(int processId)
    {
        try
        {
            return Numbers(string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/task"))
                .Where(id => id != processId)
                .ToList();
        }
        catch (DirectoryNotFoundException)
        {
            return [];
        }
    }

    /// <summary>Whether a process or thread still is one of a server's.</summary>
    public static bool IsOf(int id, int server) =>
        Parent(id) == server || (id != server && Status(id, "Tgid:") == server);

    /// <summary>The processes whose command line begins with a program of this name.</summary>
    public static IReadOnlyList<int> Named(string program) =>
        All().Where(p => IsAlive(p) && Path.GetFileName(CommandLine(p).FirstOrDefault() ?? "") == program).ToList();

    /// <summary>Its command line's words.</summary>
    public static string[] CommandLine(int processId) =>
        (Text(processId, "cmdline") ?? "").Split('\0', StringSplitOptions.RemoveEmptyEntries);

    /// <summary>The running processes whose command line holds a text.</summary>
    public static IReadOnlyList<int> Mentioning(string text) =>
        All().Where(p => CommandLine(p).Any(word => word.Contains(text, StringComparison.Ordinal))).ToList();

    private static List<int> All() => Numbers("/proc");

    private static List<int> Numbers(string directory) =>
        Directory
            .EnumerateDirectories(directory)
            .Select(Path.GetFileName)
            .Select(n => int.TryParse(n, NumberStyles.None, CultureInfo.InvariantCulture, out var id) ? id : 0)
            .Where(id => id > 0)
            .ToList();

    // The fields after the command's name in brackets: 0 state, 1 parent, 11 user time, 12 system time.
    private static string[]? Stat(int processId) => Fields(Text(processId, "stat"));

    private static string[]? Fields(string? stat) =>
        stat is null ? null : stat[(stat.LastIndexOf(')') + 2)..].Split(' ');

    private static double? CpuSeconds(string[]? fields) =>
        fields is null ? null : (Number(fields[11]) + Number(fields[12])) / TicksPerSecond;

    private static string? Text(int processId, string file)
    {
        try
        {
            return File.ReadAllText(string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/{file}"));
        }
        catch (IOException)
        {
            return null;
        }
        catch (UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static long? Status(int processId, string field)
    {
        var line = Text(processId, "status")
            ?.Split('\n')
            .FirstOrDefault(l => l.StartsWith(field, StringComparison.Ordinal));
        return line is null ? null : (long)Number(line.Split([' ', '\t'], StringSplitOptions.RemoveEmptyEntries)[1]);
    }

    private static double Number(string text) => double.Parse(text, CultureInfo.InvariantCulture);
}
