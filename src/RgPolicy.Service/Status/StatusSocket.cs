namespace RgPolicy.Service.Status;

/// <summary>Where a service is asked for its status.</summary>
public static class StatusSocket
{
    /// <summary>
    /// The path when nothing else is said: below /run for root, below XDG_RUNTIME_DIR or a directory of one's own in
    /// /tmp for other users. On Windows a pipe of this user.
    /// </summary>
    /// <param name="isRoot">Whether this process is root.</param>
    /// <param name="environmentVariable">Reads the environment.</param>
    /// <param name="userName">Tells users apart below /tmp.</param>
    public static string DefaultPath(bool isRoot, Func<string, string?> environmentVariable, string userName)
    {
        if (OperatingSystem.IsWindows())
        {
            return StatusPipe.AddressOfRun(userName);
        }

        if (isRoot)
        {
            return "/run/rgpolicy/service.sock";
        }

        var runtime = environmentVariable("XDG_RUNTIME_DIR");
        return string.IsNullOrEmpty(runtime)
            ? $"/tmp/rgpolicy-{userName}/service.sock"
            : Path.Join(runtime, "rgpolicy", "service.sock");
    }

    /// <summary>Whether something is there to be asked.</summary>
    public static bool Exists(string address) =>
        OperatingSystem.IsWindows() && StatusPipe.NameOf(address) is not null
            ? StatusPipe.IsServed(address)
            : File.Exists(address);
}
