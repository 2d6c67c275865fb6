using System.Security.Cryptography;
using RgPolicy.Dbms.Files;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;

namespace RgPolicy.Service.Policies;

/// <summary>A policy in a file, for one target; looked at once a second for changes.</summary>
internal sealed class PolicyFile
{
    private static readonly TimeSpan LookInterval = TimeSpan.FromSeconds(1);

    // A file on this host answers at once; on a file system that is away a look may never end.
    private static readonly TimeSpan FirstLookLimit = TimeSpan.FromMinutes(1);
    private static readonly TimeSpan LongestLookLimit = TimeSpan.FromHours(1);

    private readonly TargetProfile _target;
    private readonly TimeProvider _time;
    private readonly bool _isGuarded;
    private readonly object _stampLock = new(); // The loop looks for changes while a check runs beside it.
    private (string? Content, string? Refusal) _stamp;
    private long _looked;
    private Task<(string? Content, string? Refusal)>? _look;
    private Task<(string? Content, string? Refusal)>? _waitsFor;
    private TimeSpan _lookLimit = FirstLookLimit;

    /// <summary>Reads nothing yet.</summary>
    /// <param name="path">As the user gave it.</param>
    /// <param name="target">What it is compiled for.</param>
    /// <param name="time">The clock.</param>
    /// <param name="isGuarded">A file that every user of the host may change is refused: what is done
    /// by it touches others.</param>
    public PolicyFile(string path, TargetProfile target, TimeProvider time, bool isGuarded = false)
    {
        _isGuarded = isGuarded;
        Path = path;
        _target = target;
        _time = time;
    }

    /// <summary>As the user gave it.</summary>
    public string Path { get; }

    /// <summary>How long the loop waits for a look; what takes longer goes on beside it.</summary>
    internal TimeSpan LookPatience { get; init; } = TimeSpan.FromMilliseconds(50);

    /// <summary>Reads, checks and compiles it. Whatever goes wrong is in what it returns.</summary>
    /// <param name="cancellationToken">Ends the check of a file that is not wanted any more.</param>
    /// <exception cref="OperationCanceledException">The token was cancelled first.</exception>
    public PolicyLoad Load(CancellationToken cancellationToken = default)
    {
        try
        {
            var bytes = BoundedFile.ReadBeginning(Path, PolicyReader.MostBytes);
            var stamp = (Hash(bytes), Refusal());
            lock (_stampLock)
                (_looked, _stamp, _look) = (_time.GetTimestamp(), stamp, null);

            return Check(bytes, stamp.Item2, cancellationToken);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or ArgumentException)
        {
            var why = failure is FileNotFoundException or DirectoryNotFoundException
                ? "there is no such file."
                : failure.Message;
            lock (_stampLock)
                (_looked, _stamp) = (_time.GetTimestamp(), default);

            return new PolicyLoad(null, [], $"The policy {Path} cannot be read: {why}");
        }
    }

    private PolicyLoad Check(byte[] bytes, string? refusal, CancellationToken cancellationToken)
    {
        if (refusal is { } reason)
            return new PolicyLoad(null, [], $"The policy is refused: {reason}.");

        try
        {
            var check = PolicyReader.Check(bytes, Path, _target, cancellationToken);
            cancellationToken.ThrowIfCancellationRequested();
            return new PolicyLoad(
                check.Policy is null ? null : PolicyProgram.Compile(check.Policy, _target),
                check.Diagnostics,
                null
            );
        }
        catch (Exception failure) when (failure is not OperationCanceledException)
        {
            return new PolicyLoad(
                null,
                [],
                $"The policy {Path} could not be judged, which is a fault of this program: {failure.Message}"
            );
        }
    }

    // A file that is too large is not taken into memory: its beginning tells it from others.
    private static string Hash(byte[] bytes) => Convert.ToHexString(SHA256.HashData(bytes));

    /// <summary>Whether it was changed since it was read; false while it is not time to look again. Its content counts,
    /// through links, and who may write it: a file that takes its place may be as old and as long.</summary>
    public bool HasChanged()
    {
        Task<(string? Content, string? Refusal)> look;
        lock (_stampLock)
        {
            if (_look is null && _time.GetElapsedTime(_looked) < LookInterval)
                return false;

            look = _look ??= BeginLook();
        }

        Task.WaitAny([look], _waitsFor == look ? TimeSpan.Zero : LookPatience);
        _waitsFor = look;
        lock (_stampLock)
            return look.IsCompleted ? IsOther(look) : GiveUpWhereLate();
    }

    private Task<(string? Content, string? Refusal)> BeginLook()
    {
        _looked = _time.GetTimestamp();
        return Task.Factory.StartNew(
            Stamp,
            CancellationToken.None,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default
        );
    }

    private bool IsOther(Task<(string? Content, string? Refusal)> look)
    {
        // Else the file was read meanwhile.
        if (_look != look)
            return false;

        (_look, _lookLimit) = (null, FirstLookLimit);
        return look.Result != _stamp;
    }

    /// <summary>Its thread may hang for ever, so each is given more time than the one before.</summary>
    private bool GiveUpWhereLate()
    {
        if (_look is not null && _time.GetElapsedTime(_looked) >= _lookLimit)
        {
            _look = null;
            _lookLimit = _lookLimit * 2 < LongestLookLimit ? _lookLimit * 2 : LongestLookLimit;
        }

        return false;
    }

    private string? Refusal() => _isGuarded ? WritableByAll.Reason(Path) : null;

    private (string? Content, string? Refusal) Stamp()
    {
        try
        {
            return (Hash(BoundedFile.ReadNow(Path, PolicyReader.MostBytes)), Refusal());
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return default;
        }
    }
}
