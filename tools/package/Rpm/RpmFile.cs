using System.Diagnostics;
using RgPolicy.Package.Archives;
using RgPolicy.Package.Contents;
using RgPolicy.Package.Man;

namespace RgPolicy.Package.Rpm;

/// <summary>Lets rpmbuild write a binary package; the same input gives the same bytes.</summary>
internal static class RpmFile
{
    /// <summary>Writes it.</summary>
    public static byte[] Write(PackageInput input, ProgramHelp help)
    {
        var work = Directory.CreateTempSubdirectory("rgp-rpm-").FullName;
        try
        {
            var files = PackageContents.Rpm(input, help);
            var tree = Path.Combine(work, "files");
            Array.ForEach([.. files], file => Lay(tree, file, input.Time));
            var spec = Path.Combine(work, "rgpolicy.spec");
            File.WriteAllText(spec, SpecFile.Write(input, files, tree));
            Build(spec, work, input);
            return File.ReadAllBytes(
                Directory.EnumerateFiles(Path.Combine(work, "RPMS"), "*.rpm", SearchOption.AllDirectories).Single()
            );
        }
        finally
        {
            Directory.Delete(work, recursive: true);
        }
    }

    private static void Lay(string tree, PackedFile file, DateTimeOffset time)
    {
        var path = Path.Combine(tree, file.Path);
        Directory.CreateDirectory(Path.GetDirectoryName(path) ?? tree);
        if (file.LinkTarget is { } target)
        {
            File.CreateSymbolicLink(path, target);
            return;
        }

        File.WriteAllBytes(path, file.Bytes);
        File.SetLastWriteTimeUtc(path, time.UtcDateTime);
    }

    private static void Build(string spec, string work, PackageInput input)
    {
        var start = new ProcessStartInfo("rpmbuild")
        {
            ArgumentList =
            {
                "-bb",
                "--quiet",
                "--target",
                Machine.Of(Path.Combine(input.Programs, "rgp")).Rpm,
                "--define",
                $"_topdir {work}",
                spec,
            },
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        start.Environment["SOURCE_DATE_EPOCH"] = input.Time.ToUnixTimeSeconds().ToString(CultureInfo.InvariantCulture);
        using var rpmbuild = ToolProcess.Start(start, "rpm");
        var said = rpmbuild.StandardError.ReadToEnd();
        rpmbuild.WaitForExit();
        if (rpmbuild.ExitCode != 0)
            throw new InvalidOperationException($"rpmbuild has ended with {rpmbuild.ExitCode}: {said}");
    }
}
