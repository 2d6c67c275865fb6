using RgPolicy.Package.Archives;
using RgPolicy.Package.Contents;
using RgPolicy.Package.Man;

namespace RgPolicy.Package.Debian;

/// <summary>Writes a binary package, deb(5).</summary>
internal static class DebFile
{
    /// <summary>Writes it.</summary>
    public static byte[] Write(PackageInput input, ProgramHelp help)
    {
        var files = PackageContents.Debian(input, help);
        return ArFile.Write(
            [
                ("debian-binary", "2.0\n"u8.ToArray()),
                ("control.tar.gz", TarFile.Write(ControlFiles.Write(input, files), input.Time, "./")),
                ("data.tar.xz", TarFile.WriteXz(files, input.Time, "./")),
            ],
            input.Time
        );
    }
}
