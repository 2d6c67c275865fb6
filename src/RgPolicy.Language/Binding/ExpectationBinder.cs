using RgPolicy.Language.Model;
using RgPolicy.Language.Syntax;

namespace RgPolicy.Language.Binding;

/// <summary>Binds what policy tests expect; null means that a mistake was reported.</summary>
internal sealed class ExpectationBinder(BindingScope scope)
{
    private const int MostMaskDigits = 16;

    /// <summary>All that an <c>expect</c> says.</summary>
    public IEnumerable<TestExpectation> Bind(TestItemSyntax.Expect expect)
    {
        var bound = expect.Parts.Select(part => Bind(part, expect.IsProvisional)).OfType<TestExpectation>();
        return expect.IsProvisional ? bound.Prepend(new TestExpectation.Provisional()) : bound;
    }

    /// <summary>A class by its name; <c>default</c> is always one.</summary>
    public TestExpectation.Class Class(NameSyntax name, bool isProvisional)
    {
        if (name.Text != "default")
            scope.Classes.Resolve(name);

        return new TestExpectation.Class(name.Text, isProvisional);
    }

    public TestExpectation.Pool Pool(NameSyntax name) => new(Known(scope.Pools, name));

    public TestExpectation? Line(SyntaxNode where, string text)
    {
        var line = Number(where, text, "A line is a whole number.");
        if (line != 0)
            return line is { } number ? new TestExpectation.Line(number) : null;

        scope.Report("RG2002", where, "Lines are counted from 1: there is no line 0.");
        return null;
    }

    /// <summary>A rule's step, from 1; no text means any.</summary>
    public TestExpectation? Rule(NameSyntax name, SyntaxNode where, string? text)
    {
        var rule = scope.Rules.Resolve(name);
        if (text is null)
            return new TestExpectation.Rule(name.Text, null);

        if (Number(where, text, "A step is a whole number.") is not { } step)
            return null;

        var most = rule?.Steps.Length ?? int.MaxValue;
        if (step >= 1 && step <= most)
            return new TestExpectation.Rule(name.Text, step);

        scope.Report(
            "RG2002",
            where,
            $"Rule `{name.Text}` has {most} {(most == 1 ? "step" : "steps")}, counted from 1: there is no step {text}."
        );
        return null;
    }

    public TestExpectation NoRule(NameSyntax? name) =>
        new TestExpectation.NoRule(name is null ? null : Known(scope.Rules, name));

    private TestExpectation? Bind(ExpectationSyntax expected, bool isProvisional) =>
        (expected.IsAbsent, expected.Word.Text, expected.Name) switch
        {
            _ when expected.Setting is { } setting => scope.Settings.Bind(setting, isRequired: false) is { } bound
                ? new TestExpectation.Value(bound)
                : null,
            (false, "class", { } name) => Class(name, isProvisional),
            (false, "pool", { } name) => Pool(name),
            (false, "line", _) => Line(expected, expected.Value?.Text ?? ""),
            (false, "rule", { } name) => Rule(name, expected, expected.Value?.Text),
            (false, "state", { } name) => new TestExpectation.State(Known(scope.States, name)),
            (false, "yields", { } name) => new TestExpectation.Yields(Known(scope.Pools, name)),
            (false, "quarantine", _) => new TestExpectation.Quarantine(),
            (false, "mask", _) => Mask(expected, ConstantBinder.Unquote(expected.Value?.Text ?? "")),
            (true, "rule", var name) => NoRule(name),
            (true, "state", var name) => new TestExpectation.NoState(name is null ? null : Known(scope.States, name)),
            (true, "yields", var name) => new TestExpectation.NoYields(name is null ? null : Known(scope.Pools, name)),
            (true, _, _) => new TestExpectation.NoQuarantine(),
            _ => null,
        };

    private static string Known<T>(NameTable<T> names, NameSyntax name)
        where T : class
    {
        names.Resolve(name);
        return name.Text;
    }

    /// <summary>One mask for every L3 domain, or one for each as the kernel writes them: <c>"0=ff;1=3"</c>.</summary>
    private TestExpectation.Mask? Mask(ExpectationSyntax expected, string text)
    {
        var parts = text.Split(';').Select(DomainMask).ToList();
        if (!parts.Contains(null) && (parts.Count == 1 || parts.TrueForAll(part => part?.Domain is not null)))
            return new TestExpectation.Mask([.. parts.OfType<(int? Domain, ulong Bits)>()], text);

        scope.Report(
            "RG2002",
            expected,
            "A mask is written in hexadecimal digits, such as `\"3\"` for the two lowest ways, or by "
                + "L3 domain: `\"0=3;1=ff\"`."
        );
        return null;
    }

    private static (int? Domain, ulong Bits)? DomainMask(string part)
    {
        var sides = part.Split('=');
        var digits = sides[^1].Trim();
        digits = digits.StartsWith("0x", StringComparison.OrdinalIgnoreCase) ? digits[2..] : digits;
        if (
            sides.Length > 2
            || digits.Length > MostMaskDigits
            || !ulong.TryParse(digits, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var bits)
        )
            return null;

        return sides.Length == 1 ? (null, bits)
            : int.TryParse(sides[0].Trim(), NumberStyles.None, CultureInfo.InvariantCulture, out var domain)
                ? (domain, bits)
            : null;
    }

    private int? Number(SyntaxNode where, string text, string otherwise)
    {
        if (int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number))
            return number;

        scope.Report("RG2002", where, text.All(char.IsAsciiDigit) ? "This number is too large." : otherwise);
        return null;
    }
}
