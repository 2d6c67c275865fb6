using System.Diagnostics.CodeAnalysis;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Syntax;
using RgPolicy.Language.Targets;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Binding;

/// <summary>What all binders of one policy share: the text, the target, the findings and the names.</summary>
internal sealed class BindingScope
{
    public BindingScope(SyntaxTree tree, TargetProfile target, DiagnosticBag bag)
    {
        Tree = tree;
        Target = target;
        Bag = bag;
        Sorts = new NameSorts(tree);
        Windows = new NameTable<Window>("window", tree, Sorts, bag);
        Pools = new NameTable<Pool>("pool", tree, Sorts, bag);
        Classes = new NameTable<QueryClass>("class", tree, Sorts, bag);
        Rules = new NameTable<Rule>("rule", tree, Sorts, bag);
        States = new NameTable<State>("state", tree, Sorts, bag);
        Lets = new LetTable(this);
        Constants = new ConstantBinder(this);
        CoreSets = new CoreSetBinder(this);
        Settings = new SettingBinder(this);
        Conditions = new ConditionBinder(this);
    }

    public SyntaxTree Tree { get; }

    public TargetProfile Target { get; }

    /// <summary>Whether the policy names a fact of its host, so that what it means differs from host to host.</summary>
    public bool NamesHost { get; set; }

    /// <summary>The constants that signals are compared with and that a fact of the host is part of.</summary>
    public List<TextRange> HostPlaces { get; } = [];

    public DiagnosticBag Bag { get; }

    public NameSorts Sorts { get; }

    public NameTable<Window> Windows { get; }

    public NameTable<Pool> Pools { get; }

    public NameTable<QueryClass> Classes { get; }

    public NameTable<Rule> Rules { get; }

    public NameTable<State> States { get; }

    /// <summary>The classes that objectives are about.</summary>
    public HashSet<string> ObjectiveClasses { get; } = new(StringComparer.Ordinal);

    public LetTable Lets { get; }

    public ConstantBinder Constants { get; }

    public CoreSetBinder CoreSets { get; }

    public SettingBinder Settings { get; }

    public ConditionBinder Conditions { get; }

    public TextRange Range(SyntaxNode context) => Tree.Range(context);

    public void Report(string code, SyntaxNode where, string message, Fix? fix = null) =>
        Bag.Add(code, Range(where), message, fix);

    /// <summary>The place of a name among the words that may stand there; null where it is none of them, which is
    /// reported.</summary>
    public int? Choose(NameSyntax name, string[] words, string what)
    {
        var index = Array.IndexOf(words, name.Text);
        if (index >= 0)
            return index;

        var meant = NameSuggestion.Find(name.Text, words);
        Report("RG2001", name, $"`{name.Text}` is not {what}.", Replace(name, meant, isSafe: false));
        return null;
    }

    /// <summary>A fix that replaces a phrase; null where it is not known by what.</summary>
    [return: NotNullIfNotNull(nameof(newText))]
    public Fix? Replace(SyntaxNode where, string? newText, bool isSafe) =>
        newText is null ? null : new Fix($"Write `{newText}`", isSafe, [new TextEdit(Range(where), newText)]);
}
