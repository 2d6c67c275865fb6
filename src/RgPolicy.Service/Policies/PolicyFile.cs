using System.Security.Cryptography;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;

namespace RgPolicy.Service.Policies;

/// <summary>A policy in a file, for one target; looked at once a second for changes.</summary>
public sealed class PolicyFile
{
    private static readonly TimeSpan LookInterval = TimeSpan.FromSeconds(1);

    private readonly TargetProfile _target;
    private readonly TimeProvider _time;
    private readonly bool _isGuarded;
    private readonly object _stampLock = new(); // The loop looks for changes while a check runs beside it.
    private (string? Content, string? Refusal) _stamp;
    private long _looked;

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

    /// <summary>Reads, checks and compiles it. Whatever goes wrong is in what it returns.</summary>
    /// <param name="cancellationToken">Ends the check of a file that is not wanted any more.</param>
    /// <exception cref="OperationCanceledException">The token was cancelled first.</exception>
    public PolicyLoad Load(CancellationToken cancellationToken = default)
    {
        try
        {
            return Check(ReadAndStamp(), cancellationToken);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or ArgumentException)
        {
            var why = failure is FileNotFoundException or DirectoryNotFoundException
                ? "there is no such file."
                : failure.Message;
            return new PolicyLoad(null, [], $"The policy {Path} cannot be read: {why}");
        }
    }

    private PolicyLoad Check(byte[] bytes, CancellationToken cancellationToken)
    {
        if (_stamp.Refusal is { } reason)
        {
            return new PolicyLoad(null, [], $"The policy is refused: {reason}.");
        }

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

    private byte[] ReadAndStamp()
    {
        lock (_stampLock)
        {
            (_looked, _stamp) = (_time.GetTimestamp(), default);
            var (bytes, length) = ReadBytes();
            _stamp = (Hash(bytes, length), Refusal());
            return bytes;
        }
    }

    // A file that is too large is not taken into memory: its beginning is enough to be told so.
    private (byte[] Bytes, long Length) ReadBytes()
    {
        using var file = new FileStream(Path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        using var bytes = new MemoryStream();
        var buffer = new byte[81_920];
        while (bytes.Length <= PolicyReader.MostBytes && file.Read(buffer) is var count and > 0)
        {
            bytes.Write(buffer, 0, count);
        }

        return (bytes.ToArray(), file.CanSeek ? file.Length : bytes.Length);
    }

    private static string Hash(byte[] bytes, long length) =>
        FormattableString.Invariant($"{length} {Convert.ToHexString(SHA256.HashData(bytes))}");

    /// <summary>
    /// Whether it was changed since it was read; false while it is not time to look again. Its content counts, through
    /// links, and who may write it: a file that takes its place may be as old and as long.
    /// </summary>
    public bool HasChanged()
    {
        lock (_stampLock)
        {
            if (_time.GetElapsedTime(_looked) < LookInterval)
            {
                return false;
            }

            _looked = _time.GetTimestamp();
            return Stamp() != _stamp;
        }
    }

    private string? Refusal() => _isGuarded ? WritableByAll.Reason(Path) : null;

    private (string? Content, string? Refusal) Stamp()
    {
        try
        {
            var (bytes, length) = ReadBytes();
            return (Hash(bytes, length), Refusal());
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return default;
        }
    }
}
