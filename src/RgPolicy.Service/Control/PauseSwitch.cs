using System.Security.Cryptography;
using System.Text.Json;
using System.Text.Json.Serialization;
using RgPolicy.Dbms.Files;

namespace RgPolicy.Service.Control;

/// <summary>The kill switch: while its file exists nothing is enforced. The file outlives restarts, and making it by
/// hand pauses too. Where it cannot be written, or is where others could swallow it, the switch holds for the life of
/// the process.</summary>
internal sealed class PauseSwitch
{
    private const int Longest = 4096;

    private readonly int _user;
    private PauseRecord? _held;

    /// <summary>The switch of a file, for this user.</summary>
    public PauseSwitch(string path)
        : this(path, ProcessUser.Read(FileRoot.Machine, Environment.ProcessId) ?? -1) { }

    internal PauseSwitch(string path, int user) => (Path, _user) = (path, user);

    public string Path { get; }

    /// <summary>Whether nothing may be enforced. A file that another user made where all may write does not
    /// count.</summary>
    public bool IsOn => _held is not null || (File.Exists(Path) && Refusal is null);

    /// <summary>The file when nothing else is said.</summary>
    /// <param name="isRoot">Whether this process is root.</param>
    /// <param name="environmentVariable">Reads the environment.</param>
    /// <param name="userName">Tells users without a home apart below /tmp.</param>
    public static string DefaultPath(bool isRoot, Func<string, string?> environmentVariable, string userName) =>
        System.IO.Path.Join(
            StateFolder.Of("rgpolicy", isRoot, environmentVariable) ?? $"/tmp/rgpolicy-{userName}",
            "paused"
        );

    /// <summary>The file of the loop that is asked at a socket of its own, beside the usual file.</summary>
    /// <param name="socket">The socket, absolute.</param>
    /// <param name="usual">The file of the loop at the usual socket.</param>
    public static string PathOf(string socket, string usual)
    {
        var hash = Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(socket)))[..12].ToLowerInvariant();
        return $"{usual}-{System.IO.Path.GetFileNameWithoutExtension(socket)}-{hash}";
    }

    /// <summary>Who paused; null while it is not paused.</summary>
    public PauseRecord? Read() => IsOn ? _held ?? ReadFile() ?? new PauseRecord(null, null) : null;

    /// <summary>Pauses; the record keeps the user who paused first.</summary>
    /// <returns>Why it is not kept on disk, or null.</returns>
    public string? TurnOn(string by, DateTimeOffset now)
    {
        if (IsOn)
            return null;

        var record = new PauseRecord(now, by);
        if (Refusal is { } refusal)
        {
            _held = record;
            return refusal;
        }

        try
        {
            Write(record);
            return null;
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            _held = record;
            return Reason(failure);
        }
    }

    /// <summary>Resumes.</summary>
    /// <returns>Why it stays paused, or null.</returns>
    public string? TurnOff()
    {
        try
        {
            if (File.Exists(Path) && Refusal is null)
                File.Delete(Path);

            _held = null;
            return null;
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return Reason(failure);
        }
    }

    private static string Reason(Exception failure) =>
        failure is UnauthorizedAccessException
            ? "this user may not change it."
            : "it cannot be changed: its disk is full, read-only or gone.";

    private string? Refusal => SocketPlace.Refuse(Path, _user, out _) ?? SocketPlace.RefuseFile(Path, _user);

    private void Write(PauseRecord record)
    {
        Directory.CreateDirectory(System.IO.Path.GetDirectoryName(Path) ?? "/");
        var fresh = Path + ".new";
        try
        {
            File.WriteAllBytes(fresh, JsonSerializer.SerializeToUtf8Bytes(record, PauseJson.Default.PauseRecord));
        }
        catch (IOException) when (File.Exists(fresh))
        {
            // A full disk still has a place for the file itself: better a pause that does not say whose
            // it is than none after a restart.
            _held = record;
        }

        File.Move(fresh, Path, overwrite: true);
    }

    private PauseRecord? ReadFile()
    {
        try
        {
            return JsonSerializer.Deserialize(BoundedFile.Read(Path, Longest), PauseJson.Default.PauseRecord);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or JsonException)
        {
            return null;
        }
    }
}

/// <summary>How a pause is written.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(PauseRecord))]
internal sealed partial class PauseJson : JsonSerializerContext;

/// <summary>Where a user's programs keep what outlives them.</summary>
internal static class StateFolder
{
    /// <summary>The directory of one program; null where the user has no home. [XDG base directories]</summary>
    public static string? Of(string program, bool isRoot, Func<string, string?> environmentVariable)
    {
        return isRoot ? $"/var/lib/{program}"
            : environmentVariable("XDG_STATE_HOME") is { Length: > 0 } state ? Path.Join(state, program)
            : environmentVariable("HOME") is { Length: > 0 } home ? Path.Join(home, ".local", "state", program)
            : null;
    }
}

/// <summary>Who paused the service, and when.</summary>
/// <param name="Since">The moment, UTC; null when the file does not say.</param>
/// <param name="By">Who asked for it; null when the file does not say, as when it was only made.</param>
internal sealed record PauseRecord(DateTimeOffset? Since, string? By);
