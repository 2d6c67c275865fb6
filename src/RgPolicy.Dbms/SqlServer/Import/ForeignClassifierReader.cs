using RgPolicy.Dbms.SqlServer.Configure;

namespace RgPolicy.Dbms.SqlServer.Import;

/// <summary>Reads a classifier that RgPolicy did not write, in the forms that DBAs write: IF and ELSE, SET, RETURN and
/// CASE about login, application, host and database. It is only read to be shown as a policy; nothing of its text is
/// ever executed.</summary>
internal sealed class ForeignClassifierReader
{
    private const int Deepest = 60;

    private static readonly string[] Statements = WordList.Of(
        "BEGIN RETURN SET SELECT IF DECLARE WHILE GOTO EXEC EXECUTE WITH"
    );
    private static readonly LoginTest Always = new LoginTest.Always(true);

    private readonly SqlCursor _cursor;
    private readonly ForeignAnswers _values;
    private readonly ForeignConditions _conditions;
    private readonly ForeignVariables _variables;
    private readonly ForeignClocks _clocks;
    private readonly ImmutableArray<ForeignAnswer>.Builder _answers = ImmutableArray.CreateBuilder<ForeignAnswer>();
    private readonly ImmutableArray<ForeignLeft>.Builder _left = ImmutableArray.CreateBuilder<ForeignLeft>();
    private readonly List<ForeignLeft> _remarks = [];
    private string? _problem;
    private int _depth;
    private int _branches;

    private ForeignClassifierReader(string text, bool countsCase, ForeignZone? zone)
    {
        _cursor = new SqlCursor(text);
        _variables = new ForeignVariables(countsCase);
        _clocks = new ForeignClocks(_cursor, _variables, zone, Remark);
        _conditions = new ForeignConditions(_cursor, _variables, _clocks, countsCase, Remark);
        _values = new ForeignAnswers(_cursor, _conditions, _variables.LengthOf, text => _left.Add(Here(text)));
    }

    /// <remarks><c>countsCase</c>: the server tells capitals from small letters. <c>zone</c>: the server's time zone;
    /// null where it is not known.</remarks>
    public static ForeignClassifier Read(ClassifierFunction function, bool countsCase = false, ForeignZone? zone = null)
    {
        var reader = new ForeignClassifierReader(function.Definition, countsCase, zone);
        return reader.ReadBody()
            ? new ForeignClassifier(reader.Ended(), reader._left.ToImmutable(), [.. reader._remarks])
            : new ForeignClassifier(
                [],
                [new ForeignLeft(0, reader._problem ?? "it has no body of BEGIN and END that answers something")],
                []
            );
    }

    private ForeignLeft Here(string text) => new(_answers.Count(IsPossible), text);

    private void Remark(string text)
    {
        if (!_remarks.Exists(remark => remark.Text == text))
            _remarks.Add(Here(text));
    }

    private static bool IsPossible(ForeignAnswer answer) => answer.Test is not LoginTest.Always { Value: false };

    private bool ReadBody()
    {
        while (_cursor.Next.Kind != SqlTokenKind.End && !_cursor.IsAt("BEGIN"))
            _cursor.TakeAny();
        if (!_cursor.Take("BEGIN") || ReadBlock(Always) is null)
            return false;
        SkipSemicolons();
        return _cursor.Next.Kind == SqlTokenKind.End && _answers.Count > 0;
    }

    /// <summary>Up to the first that holds always; what a function that returns nothing answers is NULL.</summary>
    private ImmutableArray<ForeignAnswer> Ended()
    {
        _answers.Add(new ForeignAnswer(Always, "default"));
        var answers = _answers.Where(IsPossible).ToList();
        return [.. answers.Take(answers.FindIndex(answer => answer.Test is LoginTest.Always) + 1)];
    }

    /// <returns>Whether every session has an answer by then; null where something cannot be read.</returns>
    private bool? ReadBlock(LoginTest path)
    {
        var hasReturned = false;
        SkipSemicolons();
        while (!_cursor.Take("END"))
        {
            if (ReadStatement(hasReturned ? new LoginTest.Always(false) : path) is not { } returns)
                return null;
            hasReturned |= returns;
        }

        return hasReturned;
    }

    private bool? ReadStatement(LoginTest path)
    {
        var (start, line) = (_cursor.At, _cursor.Line);
        if (++_depth > Deepest)
            return null;
        var returns = ReadForm(path);
        _depth--;
        _problem ??= returns is null
            ? FormattableString.Invariant(
                $"line {line}: `{_cursor.Since(start)}` is not one of the forms that become a policy"
            )
            : null;
        SkipSemicolons();
        return returns;
    }

    private bool? ReadForm(LoginTest path)
    {
        if (_cursor.Take("BEGIN"))
            return ReadBlock(path);
        if (_cursor.Take("IF"))
            return ReadIf(path);
        if (_cursor.Take("RETURN"))
            return ReadReturn(path);
        if (_cursor.Take("DECLARE"))
            return ReadDeclare();
        return (_cursor.Take("SET") || _cursor.Take("SELECT")) && ReadAssignments() ? false : null;
    }

    private bool? ReadReturn(LoginTest path)
    {
        if (_values.Read(_variables.Answers) is not { } answers || !IsAtEndOfStatement())
            return null;
        _answers.AddRange(answers.Select(answer => answer.Where(path)));
        return true;
    }

    /// <summary>A branch that ends with an answer takes its sessions away from what follows; of the others each
    /// variable is one or the other.</summary>
    private bool? ReadIf(LoginTest path)
    {
        var test = _values.ReadCondition(Statements);
        var before = _variables.Answers;
        if (ReadBranch(ForeignAnswer.Both(path, test)) is not { } thenReturns)
            return null;
        var then = _variables.Answers;
        _variables.Restore(before);
        var otherwise = thenReturns ? path : ForeignAnswer.Both(path, ForeignAnswer.Not(test));
        if ((_cursor.Take("ELSE") ? ReadBranch(otherwise) : false) is not { } elseReturns)
            return null;
        _variables.Restore(
            thenReturns ? _variables.Answers
            : elseReturns ? then
            : ForeignVariables.Merge(test, then, _variables.Answers)
        );
        return _variables.Answers.Values.All(answers => answers.Length <= ForeignAnswers.Most)
            ? thenReturns && elseReturns
            : null;
    }

    private bool? ReadBranch(LoginTest path)
    {
        _branches++;
        var returns = ReadStatement(path);
        _branches--;
        return returns;
    }

    private bool? ReadDeclare()
    {
        do
        {
            var name = _cursor.TakeAny().Text;
            _cursor.Take("AS");
            var typeName = _cursor.Next.Text;
            if (
                !ForeignType.TryRead(_cursor, ForeignType.Declared, out var type)
                || !_variables.Declare(name, typeName, type)
                || (_cursor.Take("=") && !Assign(name))
            )
                return null;
        } while (_cursor.Take(","));
        return IsAtEndOfStatement() ? false : null;
    }

    private bool ReadAssignments()
    {
        do
        {
            var name = _cursor.TakeAny().Text;
            if (!name.StartsWith('@') || !_cursor.Take("=") || !Assign(name))
                return false;
        } while (_cursor.Take(","));
        return IsAtEndOfStatement();
    }

    private bool Assign(string name)
    {
        var start = _cursor.At;
        if (
            _conditions.ReadInput() is { } input
            && IsAtEndOfValue()
            && _variables.TryHold(name, input, isAlways: _branches == 0)
        )
            return true;
        _cursor.At = start;
        if (
            _clocks.ReadValue() is { } clock
            && IsAtEndOfValue()
            && _variables.TryHold(name, clock, isAlways: _branches == 0)
        )
            return true;
        _cursor.At = start;
        if (_values.Read(_variables.Answers) is { } answers && IsAtEndOfValue() && _variables.TryHold(name, answers))
            return true;
        _cursor.At = start;
        return SkipValue() && _variables.Forget(name);
    }

    private bool SkipValue()
    {
        for (var depth = 0; depth > 0 || !(IsAtEndOfValue() || _cursor.IsAt("FROM")); _cursor.TakeAny())
        {
            depth +=
                _cursor.IsAt("(") || _cursor.IsAt("CASE") ? 1
                : _cursor.IsAt(")") || _cursor.IsAt("END") ? -1
                : 0;
            if (_cursor.Next.Kind == SqlTokenKind.End)
                return false;
        }

        return !_cursor.IsAt("FROM");
    }

    private bool IsAtEndOfValue() => _cursor.IsAt(",") || IsAtEndOfStatement();

    private bool IsAtEndOfStatement() =>
        _cursor.IsAt(";")
        || _cursor.IsAt("END")
        || _cursor.IsAt("ELSE")
        || _cursor.Next.Kind == SqlTokenKind.End
        || Array.Exists(Statements, word => _cursor.IsAt(word));

    private void SkipSemicolons()
    {
        while (_cursor.IsAt(";"))
            _cursor.TakeAny();
    }
}
