using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Testing;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Tests.Testing;

/// <summary>Every ready policy must read without a warning, compile for the generic target and pass its own tests.</summary>
public sealed class ShippedPolicyTests
{
    public static TheoryData<string> Policies() =>
        new(Directory.EnumerateFiles(Path.Combine(Root(), "policies"), "*.rgp").Select(path => Path.GetFileName(path)));

    [Theory]
    [MemberData(nameof(Policies))]
    public void ShippedPolicy_OnGeneric_PassesItsTests(string name)
    {
        var folder = Path.Combine(Root(), "policies");
        var check = PolicyReader.Check(File.ReadAllBytes(Path.Combine(folder, name)), name, TargetProfile.Generic);
        Assert.DoesNotContain(check.Diagnostics, item => item.Severity != DiagnosticSeverity.Info);
        var program = PolicyProgram.Compile(check.Policy!, TargetProfile.Generic);
        Assert.NotEmpty(check.Policy!.Tests);

        var results = new PolicyTestRunner(program, path => File.ReadAllBytes(Path.Combine(folder, path)), _ => null).RunAll();

        Assert.All(results, result => Assert.Equal("", result.Message));
    }

    private static string Root()
    {
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        while (!File.Exists(Path.Combine(folder.FullName, "RgPolicy.sln")))
        {
            folder = folder.Parent ?? throw new InvalidOperationException("The repository's root was not found.");
        }

        return folder.FullName;
    }
}
