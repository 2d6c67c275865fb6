using RgPolicy.Package.Contents;

namespace RgPolicy.Package.Rpm;

/// <summary>What rpmbuild is told: every file by its path, and what is done when the package comes and goes. Requirements on
/// libraries are found by rpmbuild in the programs themselves.</summary>
internal static class SpecFile
{
    /// <param name="input">What it is made from.</param>
    /// <param name="files">What is installed.</param>
    /// <param name="tree">Where they lie.</param>
    public static string Write(PackageInput input, ImmutableArray<PackedFile> files, string tree) =>
        $$"""
            %global debug_package %{nil}
            %global __os_install_post %{nil}
            %global _build_id_links none
            %global _buildhost reproducible
            %global use_source_date_epoch_as_buildtime 1
            %global clamp_mtime_to_source_date_epoch 1
            %global _binary_payload w6.xzdio
            # The programs are taken as they are.
            %global __strip /bin/true

            Name: rgpolicy
            Version: {{input.Version}}
            Release: 1
            Summary: Governs the queries of a database by a policy
            License: {{PackageContents.License}}
            Requires(pre): shadow-utils

            %description
            {{PackageContents.Description}}

            %install
            mkdir -p %{buildroot}
            cp -a {{tree}}/. %{buildroot}/

            %pre
            {{LifeCycle.MakeUser}}

            %post
            {{LifeCycle.Prepare}}
            if [ -d /run/systemd/system ]; then
              systemctl daemon-reload
              if [ "$1" -gt 1 ]; then
                {{LifeCycle.RestartWhatRuns}}
              fi
            fi

            %preun
            if [ "$1" -eq 0 ]; then
            {{LifeCycle.StopEverything}}
            fi

            %postun
            if [ "$1" -eq 0 ]; then
            {{LifeCycle.ForgetUnits}}
            fi

            %files
            %dir %attr(0750, root, rgpolicy) "/etc/rgpolicy"
            {{string.Join('\n', OwnDirectories(files).Concat(files.Select(Line)))}}

            """;

    /// <summary>Directories of nobody else, which go with the package.</summary>
    private static IEnumerable<string> OwnDirectories(IEnumerable<PackedFile> files) =>
        files
            .Where(file => file.Path.StartsWith("usr/", StringComparison.Ordinal))
            .SelectMany(Parents)
            .Distinct(StringComparer.Ordinal)
            .Order(StringComparer.Ordinal)
            .Select(directory => $"%dir \"/{directory}\"");

    private static IEnumerable<string> Parents(PackedFile file)
    {
        var parts = file.Path.Split('/');
        return Enumerable
            .Range(1, parts.Length - 1)
            .Where(count => parts.Take(count).Contains("rgpolicy", StringComparer.Ordinal))
            .Select(count => string.Join('/', parts.Take(count)));
    }

    private static string Line(PackedFile file)
    {
        var kind =
            file.Path.StartsWith("etc/", StringComparison.Ordinal) ? "%config(noreplace) "
            : file.Path.StartsWith("usr/share/doc/", StringComparison.Ordinal) ? "%doc "
            : "";
        var mode = file.LinkTarget is null ? $"%attr({(file.IsExecutable ? "0755" : "0644")}, root, root) " : "";
        return $"{mode}{kind}\"/{file.Path}\"";
    }
}
