using System.Collections.Immutable;
using System.IO.Compression;
using System.Text;
using RgPolicy.Package.Man;
using RgPolicy.Package.Sbom;

namespace RgPolicy.Package.Contents;

/// <summary>Which file goes where: the one place that knows the layout of an installed RgPolicy.</summary>
internal static class PackageContents
{
    private const string Programs = "usr/lib/rgpolicy";
    private const string Documents = "usr/share/doc/rgpolicy";

    /// <summary>Of a Debian package, in order of their paths.</summary>
    /// <param name="input">What they are made from.</param>
    /// <param name="help">The programs' own help and completion.</param>
    public static ImmutableArray<PackedFile> Debian(PackageInput input, ProgramHelp help) =>
        [
            .. (
                (IEnumerable<PackedFile>)
                    [
                        .. ProgramFiles(input, Programs),
                        new PackedFile("usr/bin/rgp", [], LinkTarget: "../lib/rgpolicy/rgp"),
                        new PackedFile("usr/bin/rgp-sidecar", [], LinkTarget: "../lib/rgpolicy/rgp-sidecar"),
                        .. Units(input, "usr/lib/systemd/system"),
                        PackedFile.Of(
                            "usr/lib/systemd/system-preset/90-rgpolicy.preset",
                            input.Source("tools", "systemd", "rgpolicy.preset")
                        ),
                        .. Policies(input, "usr/share/rgpolicy/policies"),
                        .. Texts(input, Documents),
                        PackedFile.Of($"{Documents}/copyright", input.Source("LICENSE")),
                        Compressed($"{Documents}/changelog.gz", $"rgpolicy ({input.Version})\n"),
                        PackedFile.Text($"{Documents}/examples/appsettings.json", ExampleSettings.Text),
                        .. Samples(input, $"{Documents}/examples"),
                        PackedFile.Text("etc/default/rgpolicy-sidecar", ExampleSettings.SidecarDefaults),
                        PackedFile.Of("etc/rgpolicy/limits.json", Limits(input)),
                        Compressed("usr/share/man/man1/rgp.1.gz", ManPage.Write("rgp", input, help.Pages)),
                        PackedFile.Text("usr/share/bash-completion/completions/rgp", help.BashCompletion),
                        PackedFile.Text($"{Documents}/sbom.cdx.json", SbomDocument.Write(input)),
                    ]
            ).OrderBy(file => file.Path, StringComparer.Ordinal),
        ];

    /// <summary>Of an archive that is unpacked anywhere, in order of their paths.</summary>
    public static ImmutableArray<PackedFile> Archive(PackageInput input)
    {
        var root = $"rgpolicy-{input.Version}";
        return
        [
            .. (
                (IEnumerable<PackedFile>)
                    [
                        .. ProgramFiles(input, $"{root}/bin"),
                        .. IsForWindows(input)
                            ? []
                            : Units(input, $"{root}/systemd")
                                .Append(PackedFile.Of($"{root}/systemd/limits.json", Limits(input))),
                        .. Policies(input, $"{root}/policies"),
                        .. Texts(input, $"{root}/doc"),
                        PackedFile.Of($"{root}/LICENSE", input.Source("LICENSE")),
                        PackedFile.Text($"{root}/doc/examples/appsettings.json", ExampleSettings.Text),
                        .. Samples(input, $"{root}/doc/examples"),
                        PackedFile.Text($"{root}/sbom.cdx.json", SbomDocument.Write(input)),
                    ]
            ).OrderBy(file => file.Path, StringComparer.Ordinal),
        ];
    }

    private static bool IsForWindows(PackageInput input) => File.Exists(Path.Combine(input.Programs, "rgp.exe"));

    private static IEnumerable<PackedFile> ProgramFiles(PackageInput input, string directory) =>
        Below(
                input.Programs,
                directory,
                path => Path.GetExtension(path) is not (".pdb" or ".xml" or ".dbg") && !IsMaterialOnly(input, path)
            )
            .Select(file => file with { IsExecutable = IsProgram(file) });

    /// <summary>A native program's list of what it was made of is read for the bill of materials; it
    /// does not need it itself.</summary>
    private static bool IsMaterialOnly(PackageInput input, string path) =>
        path.EndsWith(".deps.json", StringComparison.Ordinal) && !File.Exists(Path.Combine(input.Programs, "rgp.dll"));

    /// <summary>What begins as an ELF file and is no library.</summary>
    private static bool IsProgram(PackedFile file) =>
        file.Bytes.AsSpan().StartsWith("\u007fELF"u8) && !file.Path.EndsWith(".so", StringComparison.Ordinal);

    private static IEnumerable<PackedFile> Units(PackageInput input, string directory) =>
        Below(
            input.Source("tools", "systemd"),
            directory,
            // A .conf is the drop-in for the server's own unit.
            path => Path.GetExtension(path) is ".service" or ".conf"
        );

    /// <summary>Alerts, a dashboard, recordings to try policies on.</summary>
    private static IEnumerable<PackedFile> Samples(PackageInput input, string directory) =>
        Below(input.Source("samples"), directory, _ => true);

    /// <summary>What root allows the sidecar: without it neither the provisioner nor the sidecar's unit
    /// starts.</summary>
    private static string Limits(PackageInput input) => input.Source("tools", "systemd", "limits.json");

    private static IEnumerable<PackedFile> Policies(PackageInput input, string directory) =>
        Below(input.Source("policies"), directory, path => path.EndsWith(".rgp", StringComparison.Ordinal));

    private static IEnumerable<PackedFile> Texts(PackageInput input, string directory) =>
        [
            PackedFile.Of($"{directory}/README.md", input.Source("README.md")),
            PackedFile.Of($"{directory}/CHANGELOG.md", input.Source("CHANGELOG.md")),
            .. Below(input.Source("docs"), $"{directory}/docs", path => path.EndsWith(".md", StringComparison.Ordinal)),
        ];

    private static IEnumerable<PackedFile> Below(string source, string directory, Func<string, bool> isWanted) =>
        Directory
            .EnumerateFiles(source, "*", SearchOption.AllDirectories)
            .Where(isWanted)
            .Select(path =>
                PackedFile.Of($"{directory}/{Path.GetRelativePath(source, path).Replace('\\', '/')}", path)
            );

    private static PackedFile Compressed(string path, string text)
    {
        using var bytes = new MemoryStream();
        using (var gzip = new GZipStream(bytes, CompressionLevel.SmallestSize, leaveOpen: true))
        {
            gzip.Write(Encoding.UTF8.GetBytes(text));
        }

        return new PackedFile(path, bytes.ToArray());
    }
}
