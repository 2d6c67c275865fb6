using static System.FormattableString;

namespace RgPolicy.Plans.Documents;

/// <summary>The diagnostics of plan documents: what is wrong and what to do, and where.</summary>
internal static class PlanProblems
{
    /// <summary>No plan was found.</summary>
    public const string NoPlanCode = "RG0103";

    public static PlanDiagnostic TooLarge(int limit) =>
        Error(
            "RG0101",
            Invariant($"the document is larger than {limit} bytes and was not read; split it or raise the limit")
        );

    public static PlanDiagnostic NoStatement() =>
        Warning("RG0109", "the document is a plan document without any statement");

    public static PlanDiagnostic Xml(bool isTruncated, int line, int column) =>
        isTruncated ? At(JsonEnd.Truncated, line, column) : Malformed("XML", line, column);

    public static PlanDiagnostic DocumentType(int line, int column) =>
        Warning(
            "RG0110",
            "a document type definition has no place in a plan and was not read, nor what it defines; remove it",
            line,
            column
        );

    public static PlanDiagnostic AbsurdNumbers(int count) =>
        Warning(
            "RG0111",
            count == 1
                ? "1 figure is not a believable number; it counts as unknown"
                : Invariant($"{count} figures are not believable numbers; they count as unknown")
        );

    public static PlanDiagnostic NotAPlan() => NotRead("no execution plan was found");

    /// <summary>The same of a text that may show what it is instead.</summary>
    public static PlanDiagnostic NotAPlan(ReadOnlySpan<byte> utf8) =>
        utf8.IndexOfAnyExcept(" \t\r\n"u8) < 0 ? NotRead("the document is empty") : OtherForm(utf8) ?? NotAPlan();

    /// <summary>A plan in a form that is not read; null where there is none.</summary>
    public static PlanDiagnostic? OtherForm(ReadOnlySpan<byte> utf8)
    {
        if (utf8.IndexOf("postgresql.org/2009/explain"u8) >= 0)
            return NotRead("this is EXPLAIN (FORMAT XML) of PostgreSQL, which is not read");
        if (utf8.IndexOf("Node Type: \""u8) >= 0)
            return NotRead("this is EXPLAIN (FORMAT YAML) of PostgreSQL, which is not read");
        if (utf8.IndexOf("select_type"u8) >= 0 && utf8.IndexOf("possible_keys"u8) >= 0)
            return NotRead("this is the table of MySQL's EXPLAIN, which lacks the figures of most operators");
        return utf8.IndexOf("<not executable by iterator executor>"u8) >= 0
            ? NotRead("MySQL has no tree for this statement")
            : null;
    }

    /// <summary>The beginning of a document is missing: it closes more than it opens.</summary>
    public static PlanDiagnostic NoBeginning() =>
        Error(
            "RG0104",
            "truncated: the document closes more than it opens, so its beginning is missing; save all of it"
        );

    /// <summary>A plan in text whose operators have not all that they need.</summary>
    public static PlanDiagnostic CutText(int line, int column) =>
        Error(
            "RG0104",
            "truncated: operators, figures or the indentation of this plan are missing; it is not judged; save all of "
                + "it as the server prints it",
            line,
            column
        );

    public static PlanDiagnostic SplitInputs() =>
        Warning("RG0112", "an operator has several members \"Plans\"; the inputs of all of them were read");

    public static PlanDiagnostic IncompleteOperator() =>
        Error(
            "RG0105",
            "an operator does not say what it is, or has costs and no rows; its statement is not judged: save the plan "
                + "again as the server prints it"
        );

    public static PlanDiagnostic TwoPlans() =>
        Error("RG0105", "a statement has two members \"Plan\"; which of them runs is not known, so it is not judged");

    public static PlanDiagnostic InvalidBytes(string encoding) =>
        Warning("RG0108", $"some bytes are not valid {encoding}; they were replaced");

    public static PlanDiagnostic At(JsonEnd end, int line, int column) =>
        end switch
        {
            JsonEnd.Truncated => Error(
                "RG0104",
                "truncated: the document ends in the middle; the statement that it cuts is not judged; save all of it",
                line,
                column
            ),
            JsonEnd.TooDeep => Error("RG0106", "the plan is nested too deeply and is not judged", line, column),
            JsonEnd.TooLarge => Error(
                "RG0107",
                "the document holds too many values; the statement that it breaks off in is not judged",
                line,
                column
            ),
            _ => Malformed("JSON", line, column),
        };

    private static PlanDiagnostic Malformed(string form, int line, int column) =>
        Error(
            "RG0105",
            $"not {(form == "XML" ? "well-formed" : "valid")} {form} from here on; the statement around is not judged; "
                + "save the plan again as the server prints it",
            line,
            column
        );

    private static PlanDiagnostic NotRead(string what) =>
        Error(NoPlanCode, what + "; use Showplan XML, or the output of EXPLAIN as text or with FORMAT JSON");

    private static PlanDiagnostic Error(string code, string message, int line = 0, int column = 0) =>
        new(code, "error", line, column, message);

    private static PlanDiagnostic Warning(string code, string message, int line = 0, int column = 0) =>
        new(code, "warning", line, column, message);
}
