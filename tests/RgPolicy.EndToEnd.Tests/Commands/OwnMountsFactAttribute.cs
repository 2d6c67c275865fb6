namespace RgPolicy.EndToEnd.Tests.Commands;

/// <summary>A test with places of its own under /run, /var/lib and /tmp, which only root can have; elsewhere it is
/// skipped and says so.</summary>
internal sealed class OwnMountsFactAttribute : FactAttribute
{
    public OwnMountsFactAttribute()
    {
        if (!Environment.IsPrivilegedProcess || !File.Exists("/usr/bin/unshare") || !File.Exists("/usr/bin/setpriv"))
            Skip = "mounts of its own need root, unshare and setpriv: run as root, with util-linux";
    }
}
