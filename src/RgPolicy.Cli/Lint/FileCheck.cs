using RgPolicy.Cli.Lint.Rules;
using RgPolicy.Dbms.Files;
using RgPolicy.Language.Binding;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Facts;
using RgPolicy.Language.Model;

namespace RgPolicy.Cli.Lint;

/// <summary>Checks one file as what it is, a policy or a test file with the policy that it names, for
/// one or more targets.</summary>
internal sealed class FileCheck(CliContext context, ImmutableArray<TargetProfile> targets, LintRules rules)
{
    /// <summary>The findings in a file's bytes, as the settings want them; a test file's carry no
    /// allowing comments.</summary>
    public PolicyCheck Of(byte[] bytes, string name)
    {
        var check = Merge([.. targets.Select(target => (target, Of(bytes, name, target)))]);
        var required =
            rules.Required.IsEmpty || PolicyFiles.IsTest(name)
                ? []
                : RequiredRules.Check(rules.Required, PolicyFacts.Read(bytes, name, targets[0]), name);
        return check with
        {
            Diagnostics = rules.Apply([
                .. check
                    .Diagnostics.Concat(required)
                    .OrderBy(each => each.Range.StartLine)
                    .ThenBy(each => each.Range.StartColumn),
            ]),
        };
    }

    private PolicyCheck Of(byte[] bytes, string name, TargetProfile target)
    {
        if (!PolicyFiles.IsTest(name))
            return PolicyReader.Check(bytes, name, target);

        var folder = Path.GetDirectoryName(context.Resolve(name)) ?? context.WorkingDirectory;
        return new PolicyCheck(
            null,
            TestFileReader.Check(bytes, name, target, new UsedPolicy(folder, target).Find).Diagnostics
        );
    }

    /// <summary>Each finding once; one that not all targets have names those that have it.</summary>
    private static PolicyCheck Merge(ImmutableArray<(TargetProfile Target, PolicyCheck Check)> checks)
    {
        if (checks.Length == 1)
            return checks[0].Check;

        var found =
            from each in checks
            from diagnostic in each.Check.Diagnostics
            group (each.Target, Diagnostic: diagnostic) by (
                diagnostic.Code,
                diagnostic.Range,
                diagnostic.Message
            ) into same
            where same.Count() == checks.Length || same.Key.Code != "RG7003"
            select Named(same.First().Diagnostic, [.. same.Select(each => each.Target.Name)], checks.Length);
        var suppressed = checks
            .SelectMany(each => each.Check.Suppressed)
            .DistinctBy(each => (each.Diagnostic.Code, each.Diagnostic.Range, each.Diagnostic.Message));
        return new PolicyCheck(null, [.. found]) { Suppressed = [.. suppressed] };
    }

    private static Diagnostic Named(Diagnostic diagnostic, ImmutableArray<string> names, int count)
    {
        var isTold =
            names.Length == count
            || names.Any(name => diagnostic.Message.Contains($"`{name}`", StringComparison.Ordinal));
        return isTold
            ? diagnostic
            : diagnostic with
            {
                Message = $"{diagnostic.Message} (On {string.Join(", ", names.Select(name => $"`{name}`"))}.)",
            };
    }
}

/// <summary>The policy that a test file names with <c>use</c>, read when the file is bound.</summary>
internal sealed class UsedPolicy(string folder, TargetProfile target)
{
    /// <summary>The policy, or null when it cannot be used.</summary>
    public Policy? Policy { get; private set; }

    /// <summary>Its path; null before it was looked for.</summary>
    public string? FullPath { get; private set; }

    public byte[] Bytes { get; private set; } = [];

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
