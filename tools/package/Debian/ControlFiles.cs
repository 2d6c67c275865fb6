using System.Security.Cryptography;
using RgPolicy.Package.Contents;

namespace RgPolicy.Package.Debian;

/// <summary>What dpkg is told beside the files: deb-control(5), deb-conffiles(5) and the maintainer scripts.</summary>
internal static class ControlFiles
{
    private const string ConfigurationDirectory = "etc/";

    /// <summary>All of them.</summary>
    public static ImmutableArray<PackedFile> Write(PackageInput input, ImmutableArray<PackedFile> files) =>
        [
            PackedFile.Text(
                "conffiles",
                string.Concat(
                    files
                        .Where(file => file.Path.StartsWith(ConfigurationDirectory, StringComparison.Ordinal))
                        .Select(file => $"/{file.Path}\n")
                )
            ),
            PackedFile.Text("control", Control(input, files)),
            PackedFile.Text("md5sums", Checksums(files)),
            PackedFile.Text("postinst", MaintainerScripts.AfterInstalling, isExecutable: true),
            PackedFile.Text("postrm", MaintainerScripts.AfterRemoving, isExecutable: true),
            PackedFile.Text("prerm", MaintainerScripts.BeforeRemoving, isExecutable: true),
        ];

    private static string Control(PackageInput input, ImmutableArray<PackedFile> files) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"""
            Package: rgpolicy
            Version: {input.Version}
            Architecture: {Machine.Of(Path.Combine(input.Programs, "rgp")).Debian}
            Maintainer: RgPolicy maintainers <rgpolicy@localhost>
            Installed-Size: {(files.Sum(file => (long)file.Bytes.Length) + 1023) / 1024}
            Depends: libc6 (>= 2.31), libgcc-s1, libstdc++6, libssl3t64 | libssl3 | libssl1.1, passwd
            Recommends: libgssapi-krb5-2
            Suggests: postgresql
            Section: database
            Priority: optional
            Description: governs the queries of a database by a policy
            {Indented(PackageContents.Description)}

            """
        );

    // deb-control(5): each line of the description begins with a space.
    private static string Indented(string text) => string.Join('\n', text.Split('\n').Select(line => " " + line));

    private static string Checksums(ImmutableArray<PackedFile> files) =>
        string.Concat(
            files
                .Where(file =>
                    file.LinkTarget is null && !file.Path.StartsWith(ConfigurationDirectory, StringComparison.Ordinal)
                )
                .Select(file => $"{Md5(file.Bytes)}  {file.Path}\n")
        );

    // dpkg compares by this sum; it protects from accidents, not from forgers.
    private static string Md5(byte[] bytes)
    {
#pragma warning disable CA5351
        return Convert.ToHexString(MD5.HashData(bytes)).ToLower(CultureInfo.InvariantCulture);
#pragma warning restore CA5351
    }
}
