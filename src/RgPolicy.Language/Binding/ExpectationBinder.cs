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
        {
            scope.Classes.Resolve(name);
        }

        return new TestExpectation.Class(name.Text, isProvisional);
    }

    public TestExpectation.Pool Pool(NameSyntax name)
    {
        scope.Pools.Resolve(name);
        return new TestExpectation.Pool(name.Text);
    }

    public TestExpectation? Line(SyntaxNode where, string text)
    {
        var line = Number(where, text, "A line is a whole number.");
        if (line != 0)
        {
            return line is { } number ? new TestExpectation.Line(number) : null;
        }

        scope.Report("RG2002", where, "Lines are counted from 1: there is no line 0.");
        return null;
    }

    /// <summary>A rule's step, from 1; no text means any.</summary>
    public TestExpectation? Rule(NameSyntax name, SyntaxNode where, string? text)
    {
        var rule = scope.Rules.Resolve(name);
        if (text is null)
        {
            return new TestExpectation.Rule(name.Text, null);
        }

        if (Number(where, text, "A step is a whole number.") is not { } step)
        {
            return null;
        }

        var most = rule?.Steps.Length ?? int.MaxValue;
        if (step >= 1 && step <= most)
        {
            return new TestExpectation.Rule(name.Text, step);
        }

        scope.Report(
            "RG2002",
            where,
            $"Rule `{name.Text}` has {most} {(most == 1 ? "step" : "steps")}, counted from 1: there is no step {text}."
        );
        return null;
    }

    public TestExpectation NoRule(NameSyntax? name)
    {
        if (name is not null)
        {
            scope.Rules.Resolve(name);
        }

        return new TestExpectation.NoRule(name?.Text);
    }

    private TestExpectation? Bind(ExpectationSyntax expectation, bool isProvisional) =>
        expectation switch
        {
            ExpectationSyntax.Class expected => Class(expected.Name, isProvisional),
            ExpectationSyntax.Pool expected => Pool(expected.Name),
            ExpectationSyntax.Line expected => Line(expected, expected.Number.Text),
            ExpectationSyntax.Rule expected => Rule(expected.Name, expected, expected.Step?.Text),
            ExpectationSyntax.State expected => State(expected.Name),
            ExpectationSyntax.Yields expected => Yields(expected.Name),
            ExpectationSyntax.Quarantine => new TestExpectation.Quarantine(),
            ExpectationSyntax.Absence expected => Absence(expected),
            ExpectationSyntax.Mask expected => Mask(expected),
            ExpectationSyntax.Setting expected => scope.Settings.Bind(expected.Body, isRequired: false) is { } setting
                ? new TestExpectation.Value(setting)
                : null,
            _ => null,
        };

    private TestExpectation.State State(NameSyntax name)
    {
        scope.States.Resolve(name);
        return new TestExpectation.State(name.Text);
    }

    private TestExpectation.Yields Yields(NameSyntax name)
    {
        scope.Pools.Resolve(name);
        return new TestExpectation.Yields(name.Text);
    }

    private TestExpectation Absence(ExpectationSyntax.Absence absence) =>
        (absence.What.Text, absence.Name) switch
        {
            ("rule", var name) => NoRule(name),
            ("state", { } name) => new TestExpectation.NoState(State(name).Name),
            ("state", null) => new TestExpectation.NoState(null),
            ("yields", { } name) => new TestExpectation.NoYields(Yields(name).PoolName),
            ("yields", null) => new TestExpectation.NoYields(null),
            _ => new TestExpectation.NoQuarantine(),
        };

    /// <summary>One mask for every L3 domain, or one for each as the kernel writes them: <c>"0=ff;1=3"</c>.</summary>
    private TestExpectation.Mask? Mask(ExpectationSyntax.Mask expected)
    {
        var text = ConstantBinder.Unquote(expected.Bits.Text);
        var parts = text.Split(';').Select(DomainMask).ToList();
        if (!parts.Contains(null) && (parts.Count == 1 || parts.TrueForAll(part => part?.Domain is not null)))
        {
            return new TestExpectation.Mask([.. parts.OfType<(int? Domain, ulong Bits)>()], text);
        }

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
        {
            return null;
        }

        return sides.Length == 1 ? (null, bits)
            : int.TryParse(sides[0].Trim(), NumberStyles.None, CultureInfo.InvariantCulture, out var domain)
                ? (domain, bits)
            : null;
    }

    private int? Number(SyntaxNode where, string text, string otherwise)
    {
        if (int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number))
        {
            return number;
        }

        scope.Report("RG2002", where, text.All(char.IsAsciiDigit) ? "This number is too large." : otherwise);
        return null;
    }
}
