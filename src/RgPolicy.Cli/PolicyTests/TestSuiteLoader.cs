using System.Collections.Immutable;
using RgPolicy.Cli.Files;
using RgPolicy.Cli.Lint;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Targets;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Cli.PolicyTests;

/// <summary>Reads policies and test files (<c>*.rgtest</c>) into suites.</summary>
internal sealed class TestSuiteLoader(CliContext context, TargetProfile target)
{
    /// <summary>Reads one file.</summary>
    /// <returns>The suite or its failure, or a problem of the file system.</returns>
    public async Task<(TestSuiteReading? Reading, string? Problem)> LoadAsync(
        InputFile file,
        CancellationToken cancellationToken
    )
    {
        var content = await FileContent.ReadAsync(context, file, PolicyFiles.MaximumBytes, cancellationToken);
        if (content.Bytes is not { } bytes)
        {
            return (null, content.Problem);
        }

        return (
            PolicyFiles.IsTest(file.Name)
                ? await LoadTestFileAsync(file, bytes, cancellationToken)
                : await LoadPolicyAsync(file, bytes, cancellationToken),
            null
        );
    }

    private async Task<TestSuiteReading> LoadPolicyAsync(
        InputFile file,
        byte[] bytes,
        CancellationToken cancellationToken
    )
    {
        var check = PolicyReader.Check(bytes, file.Name, target, cancellationToken);
        return check.Policy is { } policy
            ? await SuiteAsync(file, file.FullPath ?? file.Name, bytes, policy, policy.Tests, cancellationToken)
            : TestSuiteReading.Failed(
                TestProblems.Of(file.Name, check.Diagnostics) ?? TestProblems.Of(file.Name, "it has no policy")
            );
    }

    private async Task<TestSuiteReading> LoadTestFileAsync(
        InputFile file,
        byte[] bytes,
        CancellationToken cancellationToken
    )
    {
        var used = new UsedPolicy(Folder(file), target);
        var check = TestFileReader.Check(bytes, file.Name, target, used.Find);
        if (TestProblems.Of(file.Name, check.Diagnostics) is { } failure)
        {
            return TestSuiteReading.Failed(failure);
        }

        return used is { Policy: { } policy, FullPath: { } path }
            ? await SuiteAsync(file, path, used.Bytes, policy, check.Tests, cancellationToken)
            : TestSuiteReading.Failed(TestProblems.Of(file.Name, "It names no policy."));
    }

    private async Task<TestSuiteReading> SuiteAsync(
        InputFile file,
        string policyPath,
        byte[] policyBytes,
        Policy policy,
        ImmutableArray<PolicyTest> tests,
        CancellationToken cancellationToken
    )
    {
        var program = PolicyProgram.Compile(policy, target);
        var others = new Dictionary<string, PolicyProgram>(StringComparer.Ordinal);
        foreach (var name in tests.Select(test => test.Target).OfType<string>().Distinct(StringComparer.Ordinal))
        {
            if (await CompileForAsync(file, name, policyPath, policyBytes, cancellationToken) is { } other)
            {
                others[name] = other;
            }
        }

        return new TestSuiteReading(new TestSuite(file.Name, file.FullPath, policyPath, program, tests, others), null);
    }

    // A profile's file is looked for beside the file that holds the test.
    private async Task<PolicyProgram?> CompileForAsync(
        InputFile file,
        string name,
        string policyPath,
        byte[] policyBytes,
        CancellationToken cancellationToken
    )
    {
        var beside = Path.GetFullPath(name, Folder(file));
        var choice = await TargetResolver.FindAsync(context, File.Exists(beside) ? beside : name, cancellationToken);
        return
            choice.Profile is { } profile
            && PolicyReader.Check(policyBytes, policyPath, profile, cancellationToken).Policy is { } policy
            ? PolicyProgram.Compile(policy, profile)
            : null;
    }

    private string Folder(InputFile file) =>
        Path.GetDirectoryName(file.FullPath ?? "") is { Length: > 0 } folder ? folder : context.WorkingDirectory;
}
