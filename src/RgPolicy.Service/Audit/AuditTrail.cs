using RgPolicy.Service.Enforcing;
using RgPolicy.Service.Files;

namespace RgPolicy.Service.Audit;

/// <summary>Appends entries to a chain of lines over files of bounded size. A trail that cannot be written never stops
/// the loop: it says so, counts what is lost, and tells of the gap in the chain when it can write again.</summary>
internal sealed class AuditTrail : IDisposable
{
    /// <summary>The size at which a file is full and the next one begins, in bytes.</summary>
    public const long FullAt = 16 * 1024 * 1024;

    private static readonly TimeSpan FirstPause = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan LongestPause = TimeSpan.FromMinutes(5);

    private readonly string _path;
    private readonly TimeProvider _time;
    private readonly ILogger _logger;
    private readonly GrowingFile _file;
    private readonly BackOff _backOff;
    private AuditLink _last;
    private Task<AuditCheck>? _opening;
    private bool _isOpen;
    private long _lost;

    private AuditTrail(string path, TimeProvider time, ILogger logger, long fullAt)
    {
        _path = path;
        _time = time;
        _logger = logger;
        _file = new GrowingFile(path, fullAt);
        _backOff = new BackOff(time, FirstPause, LongestPause);
    }

    /// <summary>The file that is written.</summary>
    public string Path => _path;

    /// <summary>Entries that could not be written and that no gap has told of yet.</summary>
    public long Lost => _lost;

    /// <summary>Why nothing can be written now; null where it can.</summary>
    public string? Problem { get; private set; }

    /// <summary>All entries that could not be written since it was opened.</summary>
    public long LostInAll { get; private set; }

    /// <summary>Goes on with the chain that is there, or begins one. A broken chain is kept as it is, in a file of its
    /// own, and the new file begins with a gap that says where it broke: so the service starts, and every later check
    /// still finds the place. A trail that cannot be opened is tried again, beside whoever adds to it.</summary>
    public static AuditTrail Open(string path, TimeProvider time, ILogger logger, long fullAt = FullAt)
    {
        var trail = new AuditTrail(path, time, logger, fullAt);
        trail.TryOpen(() => Check(path));
        return trail;
    }

    public void Add(AuditEntry entry)
    {
        if (!_isOpen && !OpensNow())
        {
            Lose();
            return;
        }

        if (
            _lost > 0
            && TryWrite(
                new AuditEntry(AuditEvent.Gap, "the service", entry.Revision)
                {
                    Reason = Invariant($"{_lost} entries could not be written"),
                }
            )
        )
        {
            _logger.AuditBack(_path, _lost);
            _lost = 0;
        }

        if (_lost > 0 || !TryWrite(entry))
            Lose();
    }

    /// <summary>Completes when an attempt to open it has ended; the next entry takes it in.</summary>
    internal Task SettleAsync() => _opening is { } opening ? Task.WhenAny(opening) : Task.CompletedTask;

    /// <inheritdoc/>
    public void Dispose() => Try(_file.Dispose);

    private static AuditCheck Check(string path)
    {
        Directory.CreateDirectory(System.IO.Path.GetDirectoryName(System.IO.Path.GetFullPath(path)) ?? "/");
        return AuditVerifier.Verify(path);
    }

    /// <summary>A long trail is read for seconds, so that is done elsewhere.</summary>
    private bool OpensNow()
    {
        if (_opening is { IsCompleted: true } opened)
        {
            _opening = null;
            return TryOpen(() => opened.GetAwaiter().GetResult());
        }

        if (_opening is null && _backOff.IsDue)
        {
            _opening = Task.Factory.StartNew(
                () => Check(_path),
                CancellationToken.None,
                TaskCreationOptions.LongRunning,
                TaskScheduler.Default
            );
        }

        return false;
    }

    private bool TryOpen(Func<AuditCheck> check) =>
        _isOpen = Try(() =>
        {
            var found = check();
            _last = found.End;
            if (found is { GoesOn: false, Problem: { } problem })
            {
                _logger.AuditBroken(problem);
                SetAside(problem);
            }

            _file.Open();
        });

    private void Lose()
    {
        _lost++;
        LostInAll++;
    }

    private bool TryWrite(AuditEntry entry) => Try(() => Append(entry));

    private void Append(AuditEntry entry)
    {
        var (line, hash) = AuditLine.Write(entry, _last.Number + 1, _time.GetUtcNow(), _last.Hash);
        _file.Append([.. line, (byte)'\n']);
        _last = new AuditLink(_last.Number + 1, _last.Hash, hash);
    }

    private void SetAside(string problem)
    {
        if (File.Exists(_path))
            File.Move(_path, NumberedFiles.Next(_path));

        Append(
            new AuditEntry(AuditEvent.Gap, "the service", "")
            {
                Reason = "the trail before this entry is broken: " + problem,
            }
        );
    }

    private bool Try(Action write)
    {
        try
        {
            write();
            Problem = null;
            _backOff.Reset();
            return true;
        }
        catch (Exception failure)
            when (failure
                    is IOException
                        or UnauthorizedAccessException
                        or ObjectDisposedException
                        or NotSupportedException
            )
        {
            if (_lost == 0 && Problem is null)
                _logger.AuditFailed(_path, failure.Message);

            Problem = failure.Message;
            _backOff.Failed();

            return false;
        }
    }
}

/// <summary>The last changes, for questions to the running service; all of them go on to the audit trail where there is
/// one.</summary>
/// <param name="trail">The trail, or null.</param>
/// <param name="time">The clock.</param>
internal sealed class ChangeHistory(AuditTrail? trail, TimeProvider time)
{
    public const int Most = 100;

    private readonly Queue<(DateTimeOffset Time, AuditEntry Entry)> _recent = new(Most);

    /// <summary>The remembered ones, the newest first.</summary>
    public IEnumerable<(DateTimeOffset Time, AuditEntry Entry)> Recent => _recent.Reverse();

    public void Add(AuditEntry entry)
    {
        if (_recent.Count == Most)
            _recent.Dequeue();

        _recent.Enqueue((time.GetUtcNow(), entry));
        trail?.Add(entry);
    }
}
