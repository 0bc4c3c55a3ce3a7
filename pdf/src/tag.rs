//! The structure of a page: what its items are, for readers who hear or search it.
//!
//! Roles are the standard structure types of PDF (ISO 32000-1, 14.8.4). Layout code gives them with
//! `Frame::tagged`: text without a role, on the page or in a section, is a paragraph of its own,
//! and a drawing without one is decoration. `tests/pdf_structure.py` checks what a program can
//! check of PDF/UA-1. The files do not claim to conform, because that also needs the eyes of a
//! person.

use std::ops::Range;

use crate::frame::Frame;

/// Role of items on a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// Part of the page, with headings of its own.
    Section,
    /// Heading of a level, from 1.
    Heading(u8),
    /// Paragraph.
    Paragraph,
    /// List of [`Role::ListItem`].
    List,
    /// Item of a list: a [`Role::Label`], if it has one, and a [`Role::Body`].
    ListItem,
    /// Number or sign of an item of a list.
    Label,
    /// Content of an item of a list.
    Body,
    /// Table of [`Role::Row`]. All rows have the same number of cells.
    Table,
    /// Row of a table.
    Row,
    /// Heading of the cells below it.
    ColumnHeader,
    /// Heading of the cells to its right.
    RowHeader,
    /// Cell of a table.
    Cell,
    /// Drawing, with a text that replaces it.
    Figure(String),
    /// Decoration, or text that only repeats what the page says elsewhere.
    Artifact,
}

impl Role {
    /// Returns true if text can be its content, not only the content of roles within it.
    pub fn has_text(&self) -> bool {
        match self {
            Self::Section | Self::List | Self::ListItem | Self::Table | Self::Row => false,
            Self::Heading(_)
            | Self::Paragraph
            | Self::Label
            | Self::Body
            | Self::ColumnHeader
            | Self::RowHeader
            | Self::Cell
            | Self::Figure(_)
            | Self::Artifact => true,
        }
    }
}

/// Role of the items of a page in two ranges, without those that `children` have.
#[derive(Clone, Debug, PartialEq)]
pub struct Tag {
    /// The role.
    pub role: Role,
    /// Range of the items of the page.
    pub items: Range<usize>,
    /// Range of its marks.
    pub marks: Range<usize>,
    /// Roles within this one, in reading order.
    pub children: Vec<Tag>,
}

impl Tag {
    /// Returns the tag for a page on which other items and marks come first.
    #[must_use]
    pub(crate) fn shifted(self, items: usize, marks: usize) -> Self {
        Self {
            role: self.role,
            items: self.items.start + items..self.items.end + items,
            marks: self.marks.start + marks..self.marks.end + marks,
            children: self.children.into_iter().map(|child| child.shifted(items, marks)).collect(),
        }
    }
}

impl Frame {
    /// Gives a role to everything that a function draws.
    pub(crate) fn tagged<T>(&mut self, role: Role, draw: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::take(&mut self.tags);
        let items = self.items.len();
        let marks = self.marks.len();
        let result = draw(self);
        let children = std::mem::replace(&mut self.tags, before);
        let items = items..self.items.len();
        let marks = marks..self.marks.len();
        self.tags.push(Tag { role, items, marks, children });
        result
    }
}
