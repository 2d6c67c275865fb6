using Antlr4.Runtime;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Parsing;
using RgPolicy.Language.Targets;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Binding;

/// <summary>What all binders of one policy share: the text, the target, the findings and the names.</summary>
internal sealed class BindingScope
{
    public BindingScope(ParsedPolicy parsed, TargetProfile target, DiagnosticBag bag)
    {
        Parsed = parsed;
        Target = target;
        Bag = bag;
        Windows = new NameTable<Window>("window", parsed, bag);
        Pools = new NameTable<Pool>("pool", parsed, bag);
        Classes = new NameTable<QueryClass>("class", parsed, bag);
        Lets = new LetTable(this);
        Constants = new ConstantBinder(this);
        CoreSets = new CoreSetBinder(this);
        Settings = new SettingBinder(this);
        Conditions = new ConditionBinder(this);
    }

    public ParsedPolicy Parsed { get; }

    public TargetProfile Target { get; }

    public DiagnosticBag Bag { get; }

    public NameTable<Window> Windows { get; }

    public NameTable<Pool> Pools { get; }

    public NameTable<QueryClass> Classes { get; }

    public LetTable Lets { get; }

    public ConstantBinder Constants { get; }

    public CoreSetBinder CoreSets { get; }

    public SettingBinder Settings { get; }

    public ConditionBinder Conditions { get; }

    public TextRange Range(ParserRuleContext context) => Parsed.Range(context);

    /// <summary>Reports at a phrase.</summary>
    public void Report(string code, ParserRuleContext where, string message, Fix? fix = null) =>
        Bag.Add(code, Range(where), message, fix);

    /// <summary>A fix that replaces a phrase.</summary>
    public Fix Replace(ParserRuleContext where, string newText, bool isSafe) =>
        new($"Write `{newText}`", isSafe, [new TextEdit(Range(where), newText)]);
}
