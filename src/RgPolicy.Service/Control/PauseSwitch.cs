using System.Text.Json;

namespace RgPolicy.Service.Control;

/// <summary>
/// The kill switch: while its file exists nothing is enforced. The file outlives restarts, and whoever makes it by hand
/// pauses too. Where it cannot be written the switch holds for the life of the process.
/// </summary>
/// <param name="path">The file.</param>
public sealed class PauseSwitch(string path)
{
    private const int Longest = 4096;

    private PauseRecord? _held;

    /// <summary>The file.</summary>
    public string Path { get; } = path;

    /// <summary>Whether nothing may be enforced.</summary>
    public bool IsOn => _held is not null || File.Exists(Path);

    /// <summary>The file when nothing else is said.</summary>
    /// <param name="isRoot">Whether this process is root.</param>
    /// <param name="environmentVariable">Reads the environment.</param>
    public static string DefaultPath(bool isRoot, Func<string, string?> environmentVariable)
    {
        if (isRoot)
        {
            return "/var/lib/rgpolicy/paused";
        }

        var state = environmentVariable("XDG_STATE_HOME");
        var home = string.IsNullOrEmpty(state)
            ? System.IO.Path.Join(environmentVariable("HOME") ?? "/tmp", ".local", "state")
            : state;
        return System.IO.Path.Join(home, "rgpolicy", "paused");
    }

    /// <summary>Who paused; null while nobody did.</summary>
    public PauseRecord? Read() => IsOn ? _held ?? ReadFile() ?? new PauseRecord(null, null) : null;

    /// <summary>Pauses; who paused first stays on record.</summary>
    /// <returns>Why it is not kept on disk, or null.</returns>
    public string? TurnOn(string by, DateTimeOffset now)
    {
        if (IsOn)
        {
            return null;
        }

        var record = new PauseRecord(now, by);
        try
        {
            Write(record);
            return null;
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            _held = record;
            return failure.Message;
        }
    }

    /// <summary>Resumes.</summary>
    /// <returns>Why it stays paused, or null.</returns>
    public string? TurnOff()
    {
        try
        {
            if (File.Exists(Path))
            {
                File.Delete(Path);
            }

            _held = null;
            return null;
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return failure.Message;
        }
    }

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
            // A full disk still has a place for the file itself: better a pause that does not say whose it is than none after a restart.
            _held = record;
        }

        File.Move(fresh, Path, overwrite: true);
    }

    private PauseRecord? ReadFile()
    {
        try
        {
            using var file = File.OpenRead(Path);
            return file.Length <= Longest ? JsonSerializer.Deserialize(file, PauseJson.Default.PauseRecord) : null;
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or JsonException)
        {
            return null;
        }
    }
}
