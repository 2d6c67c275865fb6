using RgPolicy.Dbms.Files;
using RgPolicy.Language.Binding;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Cli.Lint;

/// <summary>The policy that a test file names with <c>use</c>, read when the file is bound.</summary>
internal sealed class UsedPolicy(string folder, TargetProfile target)
{
    /// <summary>The policy, or null when it cannot be used.</summary>
    public Policy? Policy { get; private set; }

    /// <summary>Its path; null before it was looked for.</summary>
    public string? FullPath { get; private set; }

    /// <summary>Its text.</summary>
    public byte[] Bytes { get; private set; } = [];

    /// <summary>Reads the policy.</summary>
    public FoundPolicy Find(string name)
    {
        try
        {
            FullPath = Path.GetFullPath(name, folder);
            Bytes = BoundedFile.ReadBeginning(FullPath, PolicyReader.MostBytes);
        }
        catch (Exception error)
            when (error is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            return new FoundPolicy(null, $"The policy `{name}` cannot be read: {error.Message.TrimEnd('.')}");
        }

        var check = PolicyReader.Check(Bytes, name, target);
        var first = check.Diagnostics.FirstOrDefault(each => each.Severity == DiagnosticSeverity.Error);
        Policy = check.Policy;
        return new FoundPolicy(
            Policy,
            first is null
                ? ""
                : $"The policy `{name}` has errors, the first in line {first.Range.StartLine}: {first.Code} "
                    + $"{first.Message.TrimEnd('.')}"
        );
    }
}
