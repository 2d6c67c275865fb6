using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Tests.Integration;

/// <summary>A data directory of a user's with a pid file that names whatever he likes.</summary>
internal sealed class PidFile : IDisposable
{
    internal PidFile(int named, uint owner)
    {
        Directory = System.IO.Directory.CreateTempSubdirectory("rgp-data-").FullName;
        File.WriteAllText(Path.Join(Directory, "postmaster.pid"), named.ToString(CultureInfo.InvariantCulture) + "\n");
        Assert.Equal(0, Libc.ChangeOwner(Directory, owner, owner));
    }

    internal string Directory { get; }

    public void Dispose() => System.IO.Directory.Delete(Directory, recursive: true);
}
