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
    private (string? Content, string? Refusal) _stamp;
    private long _looked;

    /// <summary>Reads nothing yet.</summary>
    /// <param name="path">As the user gave it.</param>
    /// <param name="target">What it is compiled for.</param>
    /// <param name="time">The clock.</param>
    /// <param name="isGuarded">A file that every user of the host may change is refused: what is done by it touches others.</param>
    public PolicyFile(string path, TargetProfile target, TimeProvider time, bool isGuarded = false)
    {
        _isGuarded = isGuarded;
        Path = path;
        _target = target;
        _time = time;
    }

    /// <summary>As the user gave it.</summary>
    public string Path { get; }

    /// <summary>Reads, checks and compiles it.</summary>
    public PolicyLoad Load()
    {
        _looked = _time.GetTimestamp();
        try
        {
            _stamp = default;
            var bytes = File.ReadAllBytes(Path);
            _stamp = (Convert.ToHexString(SHA256.HashData(bytes)), Refusal());
            if (_stamp.Refusal is { } reason)
            {
                return new PolicyLoad(null, [], $"The policy is refused: {reason}.");
            }

            var check = PolicyReader.Check(bytes, Path, _target);
            var program = check.Policy is null ? null : PolicyProgram.Compile(check.Policy, _target);
            return new PolicyLoad(program, check.Diagnostics, null);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or ArgumentException)
        {
            var why = failure is FileNotFoundException or DirectoryNotFoundException
                ? "there is no such file."
                : failure.Message;
            return new PolicyLoad(null, [], $"The policy {Path} cannot be read: {why}");
        }
    }

    /// <summary>
    /// Whether it was changed since it was read; false while it is not time to look again. Its content counts, through links, and who may
    /// write it: another file may have been put in its place that is as old and as long.
    /// </summary>
    public bool HasChanged()
    {
        if (_time.GetElapsedTime(_looked) < LookInterval)
        {
            return false;
        }

        _looked = _time.GetTimestamp();
        return Stamp() != _stamp;
    }

    private string? Refusal() => _isGuarded ? WritableByAll.Reason(Path) : null;

    private (string? Content, string? Refusal) Stamp()
    {
        try
        {
            using var file = new FileStream(Path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            return (Convert.ToHexString(SHA256.HashData(file)), Refusal());
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return default;
        }
    }
}
