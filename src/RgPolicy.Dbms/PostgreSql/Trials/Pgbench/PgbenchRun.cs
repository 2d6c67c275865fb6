using RgPolicy.Dbms.Processes;
using RgPolicy.Dbms.Trials;

namespace RgPolicy.Dbms.PostgreSql.Trials.Pgbench;

internal sealed record PgbenchProgram(string Path, IProgramRunner Programs);

internal sealed record PgbenchLoad(int Clients, int Seed, TimeSpan Limit);

/// <summary>The scripts in a folder of their own, and how pgbench is started on them.</summary>
internal sealed class PgbenchRun : IDisposable
{
    private const string Log = "log";
    private const string Waits = "rgp_waits";
    private const int LockClass = 0x52475042;
    private const double EnoughDraws = 5;

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("rgp-pgbench-");
    private readonly PgbenchProgram _program;
    private readonly PostgresConnectionOptions _options;
    private readonly TrialWorkload _workload;
    private readonly PgbenchLoad _load;
    private readonly int _number = Random.Shared.Next();

    public PgbenchRun(
        PgbenchProgram program,
        PostgresConnectionOptions options,
        TrialWorkload workload,
        PgbenchLoad load
    )
    {
        (_program, _options, _workload, _load) = (program, options, workload, load);
        Scripts = [.. workload.Scripts.Select(PgbenchScript.Read).Select(read => read.Script).OfType<PgbenchScript>()];
        for (var i = 0; i < Scripts.Length; i++)
            File.WriteAllText(PathOf(i), string.Join('\n', Gate) + "\n" + Scripts[i].Source.Text);
    }

    public ImmutableArray<PgbenchScript> Scripts { get; }

    public string ApplicationName => FormattableString.Invariant($"RgPolicy pgbench {_number}");

    public string Lock => FormattableString.Invariant($"{LockClass}, {_number}");

    public string WaitingSql =>
        FormattableString.Invariant(
            $"SELECT pid FROM pg_catalog.pg_locks WHERE locktype = 'advisory' AND NOT granted AND classid = {LockClass} AND objid = {_number}"
        );

    // pgbench keeps a client's variables from one transaction to the next.
    private string[] Gate =>
        [
            $"\\if :{Waits}",
            $"select pg_catalog.pg_advisory_lock_shared({Lock});",
            $"select pg_catalog.pg_advisory_unlock_shared({Lock});",
            $"\\set {Waits} 0",
            "\\endif",
        ];

    /// <summary>Transactions of each client: as many as the weights say, and of several scripts so many that the rarest
    /// is drawn some times.</summary>
    public int Transactions
    {
        get
        {
            var sum = Scripts.Sum(script => script.Source.Weight);
            var least = Scripts.Min(script => script.Source.Weight);
            return Scripts.Length == 1
                ? sum
                : Math.Max(sum, (int)Math.Ceiling(EnoughDraws * sum / least / _load.Clients));
        }
    }

    public Task<ProgramOutput> RunAsync(TrialSettings settings, CancellationToken cancellationToken)
    {
        Array.ForEach(_folder.GetFiles(Log + ".*"), log => log.Delete());
        var count = _load.Clients.ToString(CultureInfo.InvariantCulture);
        return StartAsync(
            [
                "-l",
                "--log-prefix=" + Path.Combine(_folder.FullName, Log),
                "-c",
                count,
                // A thread each, else it hangs on their order which script is drawn by whom.
                "-j",
                count,
                "-t",
                Transactions.ToString(CultureInfo.InvariantCulture),
                "-D",
                Waits + "=1",
                .. Scripts.SelectMany(
                    (script, i) => new[] { "-f", FormattableString.Invariant($"{PathOf(i)}@{script.Source.Weight}") }
                ),
            ],
            settings,
            cancellationToken
        );
    }

    /// <summary>The mean of each script's transactions in the last run; null of one that was never drawn.</summary>
    public ImmutableArray<TimeSpan?> Means(DateTimeOffset released)
    {
        var lines = _folder.GetFiles(Log + ".*").SelectMany(log => File.ReadLines(log.FullName));
        return PgbenchLog.Means(lines, Scripts.Length, released);
    }

    public Task<ProgramOutput> OnceAsync(string text, CancellationToken cancellationToken)
    {
        var path = Path.Combine(_folder.FullName, "once");
        File.WriteAllText(path, text);
        return StartAsync(["-c", "1", "-t", "1", "-f", path], TrialSettings.None, cancellationToken);
    }

    /// <summary>Why it failed, by its error output and by names and lines as people wrote them.</summary>
    public string Reason(ProgramOutput output)
    {
        var lines = output.Error.Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        var text = Array.Find(lines, IsError) ?? (lines is [.., var last] ? last : "it gave no reason");
        foreach (var prefix in (string[])["pgbench: ", "error: ", "fatal: "])
            text = text.StartsWith(prefix, StringComparison.Ordinal) ? text[prefix.Length..] : text;
        for (var i = 0; i < Scripts.Length; i++)
            text = WithOwnLine(text, PathOf(i), Scripts[i].Source.Name);
        return text.Contains("read-only transaction", StringComparison.Ordinal) ? $"{text}: {TrialReasons.Writes}"
            : text.Contains("statement timeout", StringComparison.Ordinal)
                ? $"{text}: {TrialReasons.TookLonger(_load.Limit)}"
            : text;
    }

    public void Dispose()
    {
        if (Directory.Exists(_folder.FullName))
            _folder.Delete(recursive: true);
    }

    private static bool IsError(string line) =>
        line.Contains("error: ", StringComparison.Ordinal) || line.Contains("fatal: ", StringComparison.Ordinal);

    private async Task<ProgramOutput> StartAsync(
        string[] arguments,
        TrialSettings settings,
        CancellationToken cancellationToken
    )
    {
        var environment = _options.Environment(ApplicationName, ServerOptions(settings));
        // Its report is read, so it is written in English.
        environment["LC_ALL"] = "C";
        var start = new ProgramStart(
            _program.Path,
            [
                "-n",
                FormattableString.Invariant($"--random-seed={(uint)_load.Seed}"),
                .. _workload.Given.SelectMany(each => new[] { "-D", $"{each.Key}={each.Value}" }),
                .. arguments,
            ],
            _folder.FullName
        )
        {
            Environment = environment,
        };
        return await _program.Programs.RunAsync(start, cancellationToken)
            ?? throw new TrialException($"`{_program.Path}` cannot be started", true, null);
    }

    private string ServerOptions(TrialSettings settings)
    {
        var text = new StringBuilder(PostgresTrialServer.Settings);
        text.Append(
            CultureInfo.InvariantCulture,
            $" -c lock_timeout=0 -c statement_timeout={(long)_load.Limit.TotalMilliseconds}"
        );
        if (settings.MaxDop is { } dop)
            text.Append(CultureInfo.InvariantCulture, $" -c max_parallel_workers_per_gather={dop - 1}");
        if (settings.GrantBytes is { } bytes)
            text.Append(CultureInfo.InvariantCulture, $" -c work_mem={bytes / 1024}kB");
        return text.ToString();
    }

    private string PathOf(int script) => Path.Combine(_folder.FullName, FormattableString.Invariant($"{script}.sql"));

    private string WithOwnLine(string text, string path, string name)
    {
        var at = text.IndexOf(path + ":", StringComparison.Ordinal);
        if (at < 0)
            return text.Replace(path, name, StringComparison.Ordinal);
        var begin = at + path.Length + 1;
        var digits = text.AsSpan(begin).IndexOfAnyExceptInRange('0', '9') is >= 0 and var end
            ? end
            : text.Length - begin;
        return int.TryParse(text.AsSpan(begin, digits), NumberStyles.None, CultureInfo.InvariantCulture, out var line)
            ? FormattableString.Invariant($"{text[..at]}{name}:{line - Gate.Length}{text[(begin + digits)..]}")
            : text;
    }
}
