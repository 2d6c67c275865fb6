using System.Collections.Immutable;
using RgPolicy.Dbms.Texts;
using RgPolicy.Engine.Observe;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.Recording;

/// <summary>The payloads of sessions, statements and histories.</summary>
internal static class FactsCodec
{
    private const int MaximumTables = 10_000;

    public static void WriteSession(FrameBuilder frame, SessionFacts session)
    {
        frame.Text(session.Login);
        frame.Text(session.App);
        frame.Text(session.Host);
        frame.Text(session.Database);
        frame.Flag(session.IsSuperuser);
        WriteOptionalTexts(frame, session.Groups);
    }

    /// <summary>Older recordings do not say in which groups logins are.</summary>
    public static SessionFacts ReadSession(ref FrameParser frame, bool hasGroups) =>
        new(frame.Text(), frame.Text(), frame.Text(), frame.Text(), frame.Flag())
        {
            Groups = hasGroups && frame.Flag() ? ReadTexts(ref frame) : null,
        };

    /// <param name="frame">Takes it.</param>
    /// <param name="statement">The statement.</param>
    /// <param name="dbms">Whose text is kept, as far as it may be; null where no text is.</param>
    public static void WriteStatement(FrameBuilder frame, StatementFacts statement, string? dbms)
    {
        frame.Byte((byte)statement.Kind);
        frame.Text(statement.Fingerprint);
        var kept = dbms is not null && statement.Text is { } text ? KeptText.Of(text, dbms) : null;
        frame.OptionalText(kept);
        // What is left of a text cannot be run again.
        frame.Flag(statement.IsTruncated || (kept is not null && kept != statement.Text));
        WriteOptionalTexts(frame, statement.Tables);
        frame.Flag(statement.IsTransactionControl);
    }

    /// <summary>Older recordings do not say what controls transactions: where they have the text it tells.</summary>
    public static StatementFacts ReadStatement(ref FrameParser frame, bool hasWaits)
    {
        var facts = new StatementFacts(
            frame.Word(StatementKind.Other),
            frame.Text(),
            frame.OptionalText(),
            frame.Flag()
        )
        {
            Tables = frame.Flag() ? ReadTexts(ref frame) : null,
        };
        return facts with
        {
            IsTransactionControl = hasWaits ? frame.Flag() : TransactionControl.IsAll(facts.Text ?? ""),
        };
    }

    public static void WriteHistory(FrameBuilder frame, HistoryFacts history)
    {
        frame.OptionalSigned(history.Executions);
        frame.OptionalSigned(history.MeanElapsed?.Ticks);
        frame.OptionalSigned(history.P95Elapsed?.Ticks);
        frame.OptionalSigned(history.MeanCpu?.Ticks);
        frame.OptionalSigned(history.MeanReadBytes);
    }

    public static HistoryFacts ReadHistory(ref FrameParser frame) =>
        new(
            frame.OptionalSigned(),
            Duration(frame.OptionalSigned()),
            Duration(frame.OptionalSigned()),
            Duration(frame.OptionalSigned()),
            frame.OptionalSigned()
        );

    private static void WriteOptionalTexts(FrameBuilder frame, ImmutableArray<string>? texts)
    {
        frame.Flag(texts is not null);
        if (texts is { } present)
            WriteTexts(frame, present);
    }

    public static void WriteTexts(FrameBuilder frame, ImmutableArray<string> texts)
    {
        frame.Count(Math.Min(texts.Length, MaximumTables));
        foreach (var text in texts.Take(MaximumTables))
        {
            frame.Text(text);
        }
    }

    public static ImmutableArray<string> ReadTexts(ref FrameParser frame)
    {
        var texts = ImmutableArray.CreateBuilder<string>(frame.Count(MaximumTables));
        for (var left = texts.Capacity; left > 0; left--)
        {
            texts.Add(frame.Text());
        }

        return texts.MoveToImmutable();
    }

    private static TimeSpan? Duration(long? ticks) => ticks is { } present ? TimeSpan.FromTicks(present) : null;
}
