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
    private (DateTime Written, long Length) _stamp;
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
            _stamp = Stamp();
            if (_isGuarded && WritableByAll.Reason(Path) is { } reason)
            {
                return new PolicyLoad(null, [], $"The policy is refused: {reason}.");
            }

            var check = PolicyReader.Check(File.ReadAllBytes(Path), Path, _target);
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

    /// <summary>Whether it was changed since it was read; false while it is not time to look again.</summary>
    public bool HasChanged()
    {
        if (_time.GetElapsedTime(_looked) < LookInterval)
        {
            return false;
        }

        _looked = _time.GetTimestamp();
        return Stamp() != _stamp;
    }

    private (DateTime Written, long Length) Stamp()
    {
        var file = new FileInfo(Path);
        return file.Exists ? (file.LastWriteTimeUtc, file.Length) : default;
    }
}
