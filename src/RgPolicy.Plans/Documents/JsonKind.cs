namespace RgPolicy.Plans.Documents;

internal enum JsonKind : byte
{
    Null,
    False,
    True,
    Number,
    Text,
    Array,
    Object,
}
