using RgPolicy.Cli.Explain;
using RgPolicy.Cli.Lint;
using RgPolicy.Host.Text;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Model;

namespace RgPolicy.Cli.PolicyTests;

/// <summary>Reads policies and test files (<c>*.rgtest</c>) into suites.</summary>
internal sealed class TestSuiteLoader(CliContext context, TargetProfile target)
{
    /// <summary>Reads one file.</summary>
    /// <returns>The suite or its failure, or a problem of the file system.</returns>
    public async Task<(TestSuiteReading? Reading, string? Problem)> LoadAsync(InputFile file)
    {
        var content = await FileContent.ReadAsync(context, file, PolicyFiles.MaximumBytes);
        if (content.Bytes is not { } bytes)
            return (null, content.Problem);

        return (
            PolicyFiles.IsTest(file.Name) ? await LoadTestFileAsync(file, bytes) : await LoadPolicyAsync(file, bytes),
            null
        );
    }

    private async Task<TestSuiteReading> LoadPolicyAsync(InputFile file, byte[] bytes)
    {
        var check = PolicyReader.Check(bytes, file.Name, target, context.Interrupt);
        return check.Policy is { } policy
            ? await SuiteAsync(file, file.FullPath ?? file.Name, bytes, policy, policy.Tests)
            : TestSuiteReading.Failed(
                TestProblems.Of(file.Name, check.Diagnostics) ?? TestProblems.Of(file.Name, "it has no policy")
            );
    }

    private async Task<TestSuiteReading> LoadTestFileAsync(InputFile file, byte[] bytes)
    {
        var used = new UsedPolicy(Folder(file), target);
        var check = TestFileReader.Check(bytes, file.Name, target, used.Find);
        if (TestProblems.Of(file.Name, check.Diagnostics) is { } failure)
            return TestSuiteReading.Failed(failure);

        return used is { Policy: { } policy, FullPath: { } path }
            ? await SuiteAsync(file, path, used.Bytes, policy, check.Tests)
            : TestSuiteReading.Failed(TestProblems.Of(file.Name, "It names no policy."));
    }

    private async Task<TestSuiteReading> SuiteAsync(
        InputFile file,
        string policyPath,
        byte[] policyBytes,
        Policy policy,
        ImmutableArray<PolicyTest> tests
    )
    {
        var program = PolicyProgram.Compile(policy, target);
        var others = new Dictionary<string, PolicyProgram>(StringComparer.Ordinal);
        foreach (var name in tests.Select(test => test.Target).OfType<string>().Distinct(StringComparer.Ordinal))
        {
            if (await CompileForAsync(file, name, policyPath, policyBytes) is { } other)
                others[name] = other;
        }

        return new TestSuiteReading(new TestSuite(file.Name, file.FullPath, policyPath, program, tests, others), null);
    }

    // A profile's file is looked for beside the file that holds the test.
    private async Task<PolicyProgram?> CompileForAsync(
        InputFile file,
        string name,
        string policyPath,
        byte[] policyBytes
    )
    {
        var beside = Path.GetFullPath(name, Folder(file));
        try
        {
            var profile = await TargetResolver.FindAsync(context, File.Exists(beside) ? beside : name);
            return PolicyReader.Check(policyBytes, policyPath, profile, context.Interrupt).Policy is { } policy
                ? PolicyProgram.Compile(policy, profile)
                : null;
        }
        catch (CommandException)
        {
            return null;
        }
    }

    private string Folder(InputFile file) =>
        Path.GetDirectoryName(file.FullPath ?? "") is { Length: > 0 } folder ? folder : context.WorkingDirectory;
}

/// <summary>What reading a file with tests gave: exactly one of the two is set.</summary>
/// <param name="Suite">Its tests.</param>
/// <param name="Failure">Why they cannot be run, as a failed test.</param>
internal sealed record TestSuiteReading(TestSuite? Suite, TestOutcome? Failure)
{
    /// <summary>A file that cannot be used.</summary>
    public static TestSuiteReading Failed(TestOutcome failure) => new(null, failure);
}

/// <summary>The tests of one file, ready to run.</summary>
/// <param name="Path">The file, as the user gave it.</param>
/// <param name="FullPath">The file; plans and profiles are relative to its folder. Null for standard input.</param>
/// <param name="PolicyKey">The policy's full path, so that coverage adds up over files.</param>
/// <param name="Program">The policy, compiled for the target in force.</param>
/// <param name="Tests">In the order of the text.</param>
/// <param name="ProgramsByTarget">The same policy for the targets that tests name; a target that cannot
/// be had is absent.</param>
internal sealed record TestSuite(
    string Path,
    string? FullPath,
    string PolicyKey,
    PolicyProgram Program,
    ImmutableArray<PolicyTest> Tests,
    IReadOnlyDictionary<string, PolicyProgram> ProgramsByTarget
);

/// <summary>A file with errors, as the failed test that it counts as: a file that cannot be read must
/// not pass.</summary>
internal static class TestProblems
{
    private const string Name = "the file has no errors";

    /// <summary>Null where there is no error.</summary>
    public static TestOutcome? Of(string path, ImmutableArray<Diagnostic> diagnostics)
    {
        var errors = diagnostics.Where(each => each.Severity == DiagnosticSeverity.Error).ToList();
        if (errors.Count == 0)
            return null;

        var lines = errors.Select(each =>
            $"{SafeText.Escape(each.Path)}:{each.Range.StartLine}:{each.Range.StartColumn}: "
            + $"{SeverityNames.Of(each.Severity)} {each.Code} {SafeText.Escape(each.Message)}"
        );
        return new TestOutcome(Name, path, errors[0].Range.StartLine, false, string.Join('\n', lines), null);
    }

    /// <summary>A test file whose policy cannot be used.</summary>
    public static TestOutcome Of(string path, string problem) => new(Name, path, 1, false, problem, null);
}
