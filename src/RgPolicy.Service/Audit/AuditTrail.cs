using Microsoft.Extensions.Logging;
using RgPolicy.Service.Files;
using RgPolicy.Service.Logging;

namespace RgPolicy.Service.Audit;

/// <summary>
/// Appends entries to a chain of lines over files of bounded size. A trail that cannot be written never
/// stops the loop: it says so, counts what is lost, and tells of the gap in the chain when it can write again.
/// </summary>
public sealed class AuditTrail : IDisposable
{
    /// <summary>The size at which a file is full and the next one begins, in bytes.</summary>
    public const long FullAt = 16 * 1024 * 1024;

    private readonly string _path;
    private readonly TimeProvider _time;
    private readonly ILogger _logger;
    private readonly GrowingFile _file;
    private AuditLink _last;
    private long _lost;

    private AuditTrail(string path, TimeProvider time, ILogger logger, long fullAt, AuditLink last)
    {
        _path = path;
        _time = time;
        _logger = logger;
        _file = new GrowingFile(path, fullAt);
        _last = last;
    }

    /// <summary>The file that is written.</summary>
    public string Path => _path;

    /// <summary>Entries that could not be written and that no gap has told of yet.</summary>
    public long Lost => _lost;

    /// <summary>All entries that could not be written since it was opened.</summary>
    public long LostInAll { get; private set; }

    /// <summary>
    /// Goes on with the chain that is there, or begins one. A broken chain is kept as it is, in a file
    /// of its own, and the new file begins with a gap that says where it broke: so the service starts, and every later
    /// check still finds the place.
    /// </summary>
    /// <exception cref="IOException">It cannot be read or written.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be.</exception>
    public static AuditTrail Open(string path, TimeProvider time, ILogger logger, long fullAt = FullAt)
    {
        Directory.CreateDirectory(System.IO.Path.GetDirectoryName(System.IO.Path.GetFullPath(path)) ?? "/");
        var check = AuditVerifier.Verify(path);
        var trail = new AuditTrail(path, time, logger, fullAt, check.End);
        if (check is { GoesOn: false, Problem: { } problem })
        {
            logger.AuditBroken(problem);
            trail.SetAside(problem);
        }

        trail._file.Open();
        return trail;
    }

    /// <summary>Appends an entry.</summary>
    public void Add(AuditEntry entry)
    {
        if (
            _lost > 0
            && TryWrite(
                new AuditEntry(AuditEvent.Gap, "the service", entry.Revision)
                {
                    Reason = FormattableString.Invariant($"{_lost} entries could not be written"),
                }
            )
        )
        {
            _logger.AuditBack(_path, _lost);
            _lost = 0;
        }

        if (_lost > 0 || !TryWrite(entry))
        {
            _lost++;
            LostInAll++;
        }
    }

    /// <inheritdoc/>
    public void Dispose() => Try(_file.Dispose);

    private bool TryWrite(AuditEntry entry) =>
        Try(() =>
        {
            var (line, hash) = AuditLine.Write(entry, _last.Number + 1, _time.GetUtcNow(), _last.Hash);
            _file.Append([.. line, (byte)'\n']);
            _last = new AuditLink(_last.Number + 1, _last.Hash, hash);
        });

    private void SetAside(string problem)
    {
        if (File.Exists(_path))
        {
            File.Move(_path, NumberedFiles.Next(_path));
        }

        Add(
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
            return true;
        }
        catch (Exception failure)
            when (failure is IOException or UnauthorizedAccessException or ObjectDisposedException)
        {
            if (_lost == 0)
            {
                _logger.AuditFailed(_path, failure.Message);
            }

            return false;
        }
    }
}
