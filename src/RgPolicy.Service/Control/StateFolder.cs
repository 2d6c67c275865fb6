namespace RgPolicy.Service.Control;

/// <summary>Where a user's programs keep what outlives them.</summary>
public static class StateFolder
{
    /// <summary>The directory of one program; null where the user has no home. [XDG base directories]</summary>
    /// <param name="program">Its name.</param>
    /// <param name="isRoot">Whether this process is root.</param>
    /// <param name="environmentVariable">Reads the environment.</param>
    public static string? Of(string program, bool isRoot, Func<string, string?> environmentVariable)
    {
        ArgumentNullException.ThrowIfNull(environmentVariable);
        return isRoot ? $"/var/lib/{program}"
            : environmentVariable("XDG_STATE_HOME") is { Length: > 0 } state ? Path.Join(state, program)
            : environmentVariable("HOME") is { Length: > 0 } home ? Path.Join(home, ".local", "state", program)
            : null;
    }
}
