using RgPolicy.Language.Binding;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Parsing;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Tests;

/// <summary>Short ways to put one construct into a whole policy.</summary>
internal static class PolicyTexts
{
    public const string Head = "language 1\npool p { cache 100% }\n";
    public const string Tail = "\ndefault -> p\n";

    private static readonly string[] Reports = ["RG3004", "RG3007"];

    /// <summary>The findings without the reports that nearly every policy gets: redundant classes, and
    /// what falls to the default.</summary>
    public static PolicyCheck Check(string text, TargetProfile? target = null)
    {
        var check = PolicyReader.Check(text, "test.rgp", target ?? TargetProfile.Generic);
        return check with
        {
            Diagnostics = check.Diagnostics.RemoveAll(found => Reports.Contains(found.Code, StringComparer.Ordinal)),
        };
    }

    /// <summary>A policy with these statements between a pool and the default class.</summary>
    public static PolicyCheck CheckStatements(string statements, TargetProfile? target = null) =>
        Check(Head + statements + Tail, target);

    public static Policy Bind(string statements)
    {
        var check = CheckStatements(statements);
        Assert.True(check.Policy is not null, Describe(check));
        return check.Policy;
    }

    /// <summary>A whole text as it is bound, without any check.</summary>
    public static Policy BindUnchecked(string text)
    {
        var bag = new DiagnosticBag("test.rgp");
        var source =
            SourceTexts.Of(text, "test.rgp", bag) ?? throw new InvalidOperationException("The text is too long.");
        var tree =
            new PolicyParsing(source, bag).Parse() ?? throw new InvalidOperationException("The text has no tree.");
        return new PolicyBinder(new BindingScope(tree, TargetProfile.Generic, bag)).Bind();
    }

    /// <summary>The bound condition of a class.</summary>
    public static Condition Condition(string condition) =>
        Bind($"class c -> p when {condition}").Classes[0].Condition
        ?? throw new InvalidOperationException("A class has a condition.");

    /// <summary>The bound setting of a pool that is in use.</summary>
    public static Setting Setting(string setting, TargetProfile? target = null)
    {
        var check = Check($"language 1 pool p {{ {setting} }} default -> p", target);
        Assert.True(check.Policy is not null, Describe(check));
        return Assert.Single(check.Policy.Pools[0].Settings);
    }

    public static Diagnostic AssertOne(PolicyCheck check, string code)
    {
        var found = check.Diagnostics.Where(diagnostic => diagnostic.Code == code).ToList();
        Assert.True(found.Count == 1, $"one {code} expected: {Describe(check)}");
        return found[0];
    }

    /// <summary>The only finding.</summary>
    public static Diagnostic AssertOnly(PolicyCheck check, string code)
    {
        Assert.True(check.Diagnostics.Length == 1, Describe(check));
        return AssertOne(check, code);
    }

    public static string Describe(PolicyCheck check) =>
        check.Diagnostics.Length == 0
            ? "no finding"
            : string.Join(
                "\n",
                check.Diagnostics.Select(found =>
                    $"{found.Range.StartLine}:{found.Range.StartColumn} {found.Code} {found.Severity} {found.Message}"
                )
            );
}
