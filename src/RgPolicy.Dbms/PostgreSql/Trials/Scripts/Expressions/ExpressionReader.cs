using System.Collections.Immutable;
using System.Globalization;

namespace RgPolicy.Dbms.PostgreSql.Trials.Scripts.Expressions;

/// <summary>Reads an expression [PostgreSQL, src/bin/pgbench/exprparse.y for what binds how].</summary>
internal sealed class ExpressionReader
{
    // Each takes a place on the stack when it is read or evaluated.
    private const int MostTokens = 500;

    private readonly List<(string Text, int Place)> _tokens;
    private readonly Func<string, bool> _isSet;
    private readonly int _end;
    private int _at;

    private ExpressionReader(string text, int place, Func<string, bool> isSet)
    {
        _tokens = ExpressionTokens.Of(text, place);
        _isSet = isSet;
        _end = place + text.Length;
        if (_tokens.Count > MostTokens)
            throw new ScriptException("the expression is too long", place);
    }

    /// <summary>Reads a whole text.</summary>
    /// <param name="text">The text.</param>
    /// <param name="place">Where it begins in the script.</param>
    /// <param name="isSet">Whether there is a variable of a name.</param>
    /// <exception cref="ScriptException">It is none.</exception>
    public static ScriptExpression Read(string text, int place, Func<string, bool> isSet)
    {
        var reader = new ExpressionReader(text, place, isSet);
        var expression = reader.Or();
        return reader.Next is null ? expression : throw reader.Unexpected();
    }

    private string? Next => _at < _tokens.Count ? _tokens[_at].Text : null;

    private int Place => _at < _tokens.Count ? _tokens[_at].Place : _end;

    private ScriptException Unexpected() =>
        new(Next is { } text ? $"`{text}` is not read here" : "the expression is not complete", Place);

    private bool Takes(string word)
    {
        if (!string.Equals(Next, word, StringComparison.OrdinalIgnoreCase))
            return false;
        _at++;
        return true;
    }

    private void Expect(string word)
    {
        if (!Takes(word))
            throw Next is null ? Unexpected() : new ScriptException($"`{word}` is expected here", Place);
    }

    private ScriptExpression Or()
    {
        ScriptExpression left = And();
        while (Place is var place && Takes("or"))
            left = new LogicExpression(place, true, left, And());
        return left;
    }

    private ScriptExpression And()
    {
        var left = Not();
        while (Place is var place && Takes("and"))
            left = new LogicExpression(place, false, left, Not());
        return left;
    }

    private ScriptExpression Not()
    {
        var place = Place;
        return Takes("not") ? new CallExpression(place, ScriptOperators.Not, [Not()]) : Is();
    }

    private ScriptExpression Is()
    {
        var left = Binary(0);
        var place = Place;
        var none = new ConstantExpression(place, ScriptValue.Null);
        if (Takes("isnull"))
            return new CallExpression(place, ScriptOperators.Is, [left, none]);
        if (Takes("notnull"))
            return Negated(place, left, none);
        if (!Takes("is"))
            return left;
        var isNegated = Takes("not");
        var value = Constant() ?? throw Unexpected();
        return isNegated ? Negated(place, left, value) : new CallExpression(place, ScriptOperators.Is, [left, value]);
    }

    private static CallExpression Negated(int place, ScriptExpression left, ScriptExpression right) =>
        new(place, ScriptOperators.Not, [new CallExpression(place, ScriptOperators.Is, [left, right])]);

    private ScriptExpression Binary(int level)
    {
        if (level == ScriptOperators.LevelCount)
            return Unary();
        var left = Binary(level + 1);
        while (Next is { } name && ScriptOperators.Find(level, name) is { } found)
        {
            var place = Place;
            _at++;
            left = new CallExpression(place, found, [left, Binary(level + 1)]);
        }

        return left;
    }

    private ScriptExpression Unary()
    {
        var place = Place;
        if (Takes("-"))
            return new CallExpression(place, ScriptOperators.Negative, [Unary()]);
        if (Takes("+"))
            return Unary();
        return Takes("~") ? new CallExpression(place, ScriptOperators.Complement, [Unary()]) : Primary();
    }

    private ScriptExpression Primary()
    {
        var place = Place;
        if (Takes("("))
        {
            var inner = Or();
            Expect(")");
            return inner;
        }

        if (Takes("case"))
            return Case(place);
        return Constant() ?? (ScriptExpression?)Variable() ?? Call();
    }

    private CaseExpression Case(int place)
    {
        var branches = ImmutableArray.CreateBuilder<(ScriptExpression When, ScriptExpression Then)>();
        do
        {
            Expect("when");
            var when = Or();
            Expect("then");
            branches.Add((when, Or()));
        } while (string.Equals(Next, "when", StringComparison.OrdinalIgnoreCase));

        var otherwise = Takes("else") ? Or() : null;
        Expect("end");
        return new CaseExpression(place, branches.ToImmutable(), otherwise);
    }

    private ConstantExpression? Constant()
    {
        var place = Place;
        if (Takes("null"))
            return new ConstantExpression(place, ScriptValue.Null);
        if (Takes("true"))
            return new ConstantExpression(place, ScriptValue.Of(true));
        if (Takes("false"))
            return new ConstantExpression(place, ScriptValue.Of(false));
        if (Next is not [>= '0' and <= '9' or '.', ..])
            return null;
        var text = Next;
        _at++;
        return text.All(char.IsAsciiDigit)
            ? new ConstantExpression(place, ScriptValue.Of(WholeNumber(text, place)))
            : new ConstantExpression(place, ScriptValue.Of(FloatingNumber(text, place)));
    }

    private static long WholeNumber(string text, int place) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            ? number
            : throw new ScriptException($"`{text}` is too large", place);

    private static double FloatingNumber(string text, int place) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number)
        && double.IsFinite(number)
            ? number
            : throw new ScriptException($"`{text}` is not a number", place);

    private VariableExpression? Variable()
    {
        if (Next is not [':', .. var name])
            return null;
        var variable = new VariableExpression(Place, name);
        if (!_isSet(name))
            throw new ScriptException(
                $"`:{name}` is set nowhere before; write \\set {name} or --define {name}=VALUE",
                Place
            );
        _at++;
        return variable;
    }

    private CallExpression Call()
    {
        var place = Place;
        if (Next is not { } name || !(char.IsAsciiLetter(name[0]) || name[0] == '_'))
            throw Unexpected();
        if (ScriptFunctions.Find(name) is not { } function)
            throw new ScriptException($"there is no function `{name}`; there are {ScriptFunctions.Names}", place);
        _at++;
        Expect("(");
        var arguments = ImmutableArray.CreateBuilder<ScriptExpression>();
        while (!Takes(")"))
        {
            if (arguments.Count > 0)
                Expect(",");
            arguments.Add(Or());
        }

        return arguments.Count >= function.Least && arguments.Count <= function.Most
            ? new CallExpression(place, function, arguments.ToImmutable())
            : throw new ScriptException(
                FormattableString.Invariant($"`{name}` takes other than {arguments.Count} arguments"),
                place
            );
    }
}
